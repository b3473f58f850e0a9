import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BUNDLES } from './harness/bundle.ts'

/**
 * Generates the repository's own program once, which the tests' imports and the type checker find in `.cms`, and makes
 * room for bundles that last as long as the run.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const bundles = mkdtempSync(join(tmpdir(), 'lintel-bundles-'))
  process.env[BUNDLES] = bundles
  project.onTestsRerun(() => {
    for (const file of readdirSync(bundles)) rmSync(join(bundles, file))
  })
  await prepareProgram()
  return () => rmSync(bundles, { recursive: true })
}

async function prepareProgram(): Promise<void> {
  try {
    await generateProgram(process.cwd())
  } catch (error) {
    // What does not need the program can be tested all the same; what does will fail and say why.
    console.error(error)
  }
}

async function generateProgram(root: string): Promise<void> {
  const { compile, writeTexts } = await import('../src/compile/index.ts')
  const compilation = await compile({ root })
  if (compilation.manifest === null) {
    const mistakes = compilation.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`)
    throw new Error(`The repository's own config does not compile:\n${mistakes.join('\n')}`)
  }
  const generated = [...compilation.outputs].filter(([path]) => path.startsWith('.cms/'))
  writeTexts(root, new Map([...generated, ...compilation.reference()]))
}
