import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BUNDLES, programOf } from './harness/bundle.ts'
import { keptFolder } from './harness/kept-programs.ts'
import { PROJECTS } from './harness/project-folder.ts'

/**
 * Names the folder in which programs and bundles are kept, and writes the repository's own program, which the tests'
 * imports and the type checker find in `.cms`.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const { watch } = project.vitest.config
  // Miniflare would hand them to each workerd, which takes as long as all of its other configuration. Nothing goes out.
  delete process.env.NODE_EXTRA_CA_CERTS
  const given = process.env[BUNDLES]
  process.env[BUNDLES] = given ?? (watch ? folderWhileWatching(project) : resolve(keptFolder()))
  const projects = mkdtempSync(join(tmpdir(), 'lintel-projects-'))
  process.env[PROJECTS] = projects
  await prepareProgram()
  return () => {
    rmSync(projects, { recursive: true, force: true })
    if (watch && given === undefined) rmSync(process.env[BUNDLES] ?? '', { recursive: true, force: true })
  }
}

/** Makes a folder for a run that watches: what changes during it is compiled again each time. */
function folderWhileWatching(project: TestProject): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-bundles-'))
  project.onTestsRerun(() => {
    for (const file of readdirSync(folder)) rmSync(join(folder, file))
  })
  return folder
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
