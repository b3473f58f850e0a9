import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DIAGNOSTIC_CODES } from '../../src/compile/diagnostics/codes.ts'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import { makeProject } from '../compile/project.ts'
import { codesOf, type DiagnosticExample, diagnosticExamplesOf } from './diagnostic-examples.ts'

const markdown = readFileSync('docs/diagnostics.md', 'utf8')
const examples = diagnosticExamplesOf(markdown)

it('has a section for each code, and none for what is no code', () => {
  expect(codesOf(markdown).toSorted()).toEqual([...DIAGNOSTIC_CODES].sort())
})

it.each(examples)('$code: the example gives this diagnostic, and no other', async ({ code, before, files }) => {
  expect(await codesGivenBy(before, files)).toEqual([code])
})

async function codesGivenBy(before: DiagnosticExample['before'], files: DiagnosticExample['files']): Promise<string[]> {
  const project = makeProject(before)
  try {
    if (Object.keys(before).length > 0) {
      const built = await compile({ root: project.root })
      expect(built.diagnostics).toEqual([])
      writeOutputs(project.root, built)
      // As a project without git that has shared what it has built.
      project.write({ '.cms/pending': '' })
    }
    project.write(files)
    const { diagnostics } = await compile({ root: project.root })
    return [...new Set(diagnostics.map(({ code }) => code))]
  } finally {
    project.dispose()
  }
}
