import { afterEach, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject
afterEach(() => project.dispose())

const collection = (fields: string, more = '') =>
  `import { defineCollection, field } from 'lintel'\nexport default defineCollection({ name: 'posts', ${more} fields: { ${fields} } })\n`
const config = (locales: string) =>
  `import { defineConfig } from 'lintel'\nimport posts from './collections/posts.ts'\nexport default defineConfig({ name: 'site', ${locales} collections: [posts], environments: { development: {} } })\n`
const FIELDS = `title: field.string({ localized: true }), seo: field.group({ fields: { text: field.string({ localized: true }) } })`

const build = async () => {
  const compilation = await compile({ root: project.root })
  const said = compilation.diagnostics.map(({ code, message, hint }) => ({ code, message, hint }))
  if (said.length === 0) writeOutputs(project.root, compilation)
  project.write({ '.cms/pending': '' })
  return said
}
const start = async () => {
  project = makeProject({
    'cms.config.ts': config(`locales: { default: 'en', others: ['de', 'pt-BR'] },`),
    'collections/posts.ts': collection(FIELDS),
  })
  expect(await build()).toEqual([])
}

it('tells once of a locale that is gone, with a line that drops it', async () => {
  await start()
  project.write({ 'cms.config.ts': config(`locales: { default: 'en', others: ['de'] },`) })
  expect(await build()).toEqual([
    {
      code: 'drop-unacknowledged',
      message: 'the locale pt-BR is no longer declared: its values of posts.seo.text and posts.title would be lost',
      hint: "to drop it, add to locales: dropped: { 'pt-BR': 'why' }",
    },
  ])
  project.write({ 'cms.config.ts': config(`locales: { default: 'en', others: ['de'], dropped: { 'pt-BR': 'why' } },`) })
  expect(await build()).toEqual([])
})

it('tells once of a collection that is no longer localized, with a line that drops its translations', async () => {
  await start()
  const plain = FIELDS.replaceAll('{ localized: true }', '')
  project.write({ 'cms.config.ts': config(''), 'collections/posts.ts': collection(plain) })
  const [said, ...others] = await build()
  expect(others).toEqual([])
  expect(said?.message).toBe(
    'no longer localized: the values of posts.seo.text in de and pt-BR and posts.title in de and pt-BR would be lost',
  )
  const line = said?.hint?.replace('to drop them, add to the collection: ', '')
  project.write({ 'collections/posts.ts': collection(plain, `${line},`) })
  expect(await build()).toEqual([])
})

it('offers to rename a locale, and renames and adds without a further question', async () => {
  await start()
  project.write({ 'cms.config.ts': config(`locales: { default: 'en', others: ['de', 'pt', 'fr'] },`) })
  expect((await build())[0]?.hint).toMatch(/^if it was renamed, add to locales: renamedFrom: { 'pt': 'pt-BR' }; /)
  project.write({
    'cms.config.ts': config(`locales: { default: 'en', others: ['de', 'pt', 'fr'], renamedFrom: { pt: 'pt-BR' } },`),
  })
  expect(await build()).toEqual([])
})

it('refuses to make another locale the default, whose values would be lost', async () => {
  await start()
  project.write({ 'cms.config.ts': config(`locales: { default: 'de', others: ['en', 'pt-BR'] },`) })
  const [said, ...others] = await build()
  expect(others).toEqual([])
  expect(said?.message).toMatch(/^de cannot become the default locale: /)
})
