import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { LocaleOptions } from '../../src/client/in-locale.ts'
import type { AnyQuery } from '../../src/client/list-query.ts'
import { compile } from '../../src/compile/index.ts'
import { LIST_PARAMETERS, type ListParameterName } from '../../src/manifest/list-parameters.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject | undefined
afterEach(() => {
  project?.dispose()
  project = undefined
})

const compiled = (fields: string) => {
  project = makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
export default defineConfig({ name: 'site', locales: { default: 'en', others: ['de'] }, collections: [posts], environments: { development: {} } })
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'
export default defineCollection({ name: 'posts', search: ['title'], access: { read: 'public' }, fields: {
  title: field.string({ localized: true }), related: field.references('posts'), ${fields} } })
`,
  })
  return compile({ root: project.root })
}

describe('a parameter of lists', () => {
  it.each(Object.keys(LIST_PARAMETERS))('%s is the name of no field', async (name) => {
    const { diagnostics } = await compiled(`${name}: field.string()`)
    expect(diagnostics.map(({ code }) => code)).toContain('reserved-field')
  })

  it('is described in OpenAPI, with the words that it takes', async () => {
    const compilation = await compiled('')
    const document = JSON.parse(compilation.reference().get('.cms/openapi.json') ?? '')
    const given: readonly { name?: string; $ref?: string }[] = document.paths['/api/posts'].get.parameters
    const names = given.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))
    expect(names).toEqual(expect.arrayContaining(Object.keys(LIST_PARAMETERS)))
    expect(given).toContainEqual(
      expect.objectContaining({
        name: 'translation',
        schema: { type: 'string', enum: ['de:missing', 'de:outdated', 'de:current'] },
      }),
    )
  })

  it('is known to the client', () => {
    expectTypeOf<Exclude<keyof AnyQuery | keyof LocaleOptions<string>, 'where'>>().toEqualTypeOf<ListParameterName>()
  })
})
