import { fileURLToPath } from 'node:url'
import { Project } from 'ts-morph'
import { expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'

const root = fileURLToPath(new URL('../../fixtures/locales', import.meta.url))

it('a project with localized fields gives tables and types that TypeScript reads, with fields as declared for people', async () => {
  const { outputs, reference } = await compile({ root })
  for (const path of ['.cms/tables.ts', '.cms/types.d.ts']) {
    const project = new Project({ useInMemoryFileSystem: true })
    const file = project.createSourceFile(path, outputs.get(path) ?? '')
    const mistakes = project.getProgram().getSyntacticDiagnostics(file)
    expect([path, mistakes.map((mistake) => mistake.getMessageText())]).toEqual([path, []])
  }
  expect(outputs.get('.cms/tables.ts')).toContain(`"title@de": text('title__de')`)
  expect(outputs.get('.cms/types.d.ts')).not.toContain('@')
  expect(reference().get('.cms/openapi.json')).not.toContain('title@')
})
