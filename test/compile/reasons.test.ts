import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { createProject, type Project } from '../cli/cms.ts'

let project: Project

beforeAll(() => {
  project = createProject()
})
afterAll(() => project.remove())

const posts = (reason: string) => `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  dropped: { legacy: ${JSON.stringify(reason)} },
  fields: { title: field.string() },
})
`

test.for([
  ['a line break', 'old\nDELETE FROM "posts";'],
  ['a carriage return', 'old\rDELETE FROM "posts";'],
  ['a line separator', 'old\u2028DELETE FROM "posts";'],
  ['letters turned round', 'old \u202e;stsop'],
  ['nothing but spaces', '   '],
])('a reason with %s is refused at its line', async ([, reason]) => {
  project.write('collections/posts.ts', posts(reason ?? ''))
  const { diagnostics } = await compile({ root: project.root })
  expect(diagnostics).toMatchObject([{ code: 'reason-not-one-line', file: 'collections/posts.ts', line: 5 }])
})

test('the reason for a removed locale is checked, too', async () => {
  const config = readFileSync(join(project.root, 'cms.config.ts'), 'utf8')
  const locales = `locales: { default: 'en', others: ['de'], dropped: { fr: 'old\\nDELETE FROM "posts";' } },`
  project.write('cms.config.ts', config.replace('collections:', `${locales}\n  collections:`))
  project.write('collections/posts.ts', posts('why'))
  const { diagnostics } = await compile({ root: project.root })
  project.write('cms.config.ts', config)
  expect(diagnostics).toMatchObject([
    {
      code: 'reason-not-one-line',
      file: 'cms.config.ts',
      message: expect.stringContaining("'fr' in 'locales.dropped'"),
    },
  ])
})

test('a reason in any language is taken', async () => {
  project.write('collections/posts.ts', posts('Straße → дорога, “quoted” — seit 2024'))
  expect((await compile({ root: project.root })).diagnostics).toEqual([])
})
