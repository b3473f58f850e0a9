import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { programOf } from './harness/bundle.ts'
import { hashOfSources, SOURCES } from './harness/inputs.ts'
import { BUNDLES, keptFolder } from './harness/made-once.ts'
import { PROJECTS } from './harness/project-folder.ts'

/**
 * Names the folder in which programs and bundles are kept, and writes the repository's own program, which the tests'
 * imports and the type checker find in `.cms`.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  // Miniflare would hand them to each workerd, which takes as long as all of its other configuration. Nothing goes out.
  delete process.env.NODE_EXTRA_CA_CERTS
  process.env[BUNDLES] ??= keptFolder()
  process.env[SOURCES] = hashOfSources()
  project.onTestsRerun(() => {
    process.env[SOURCES] = hashOfSources()
  })
  const projects = mkdtempSync(join(tmpdir(), 'lintel-projects-'))
  process.env[PROJECTS] = projects
  await prepareProgram()
  return () => rmSync(projects, { recursive: true, force: true })
}

async function prepareProgram(): Promise<void> {
  try {
    const root = process.cwd()
    const generated = [...(await programOf(root))].filter(([path]) => path.startsWith('.cms/'))
    const { writeTexts } = await import('../src/compile/write-outputs.ts')
    writeTexts(root, new Map(generated))
  } catch (error) {
    // What does not need the program can be tested all the same; what does will fail and say why.
    console.error(error)
  }
}
