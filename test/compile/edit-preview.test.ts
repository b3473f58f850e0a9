import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeEdit } from '../../src/compile/edit/execute-edit.ts'
import { planEdit } from '../../src/compile/edit/plan-edit.ts'
import { tryPlan } from '../../src/compile/edit/preview-edit.ts'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import type { SourceEdit } from '../../src/manifest/source-edit.ts'
import { makeProject, type TestProject } from './project.ts'

const POSTS = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  fields: {
    title: field.string(),
    body: field.text(),
  },
})
`

let project: TestProject

const look = async (edit: SourceEdit) => (await tryPlan(project.root, (known) => planEdit(known, edit))).preview
const read = (path: string) => readFileSync(join(project.root, path), 'utf8')
const change = (collection: object, remove?: readonly string[]): SourceEdit => ({
  kind: 'change-collection',
  collection: { name: 'posts', ...collection },
  ...(remove && { remove }),
})

beforeAll(async () => {
  project = makeProject({ 'collections/posts.ts': POSTS })
  writeOutputs(project.root, await compile({ root: project.root }))
  // Nothing is noted as this checkout's own: the first migration is sealed, as if it were committed.
  project.write({ '.cms/pending': '' })
})
afterAll(() => project.dispose())

describe('an edit before it is made', () => {
  it('shows the migration with its class, and what it means for who calls', async () => {
    const preview = await look(
      change({ access: { read: 'authenticated' }, fields: { rating: { type: 'number' } } }, []),
    )
    expect(preview.mistakes).toEqual([])
    expect(preview.database).toMatchObject([
      {
        class: 'safe',
        title: 'add field posts.rating',
        sql: [expect.stringContaining('ADD COLUMN "rating" REAL'), expect.anything()],
      },
    ])
    expect(preview.effects).toContainEqual({ class: 'breaking', message: 'anonymous loses read on posts' })
  })

  it('touches no file, and leaves the compiler with what the files say', async () => {
    const before = await compile({ root: project.root })
    await look(change({ fields: { title: { type: 'number' }, body: {} } }))
    await look({ kind: 'create-collection', collection: { name: 'pages', fields: { title: { type: 'string' } } } })
    expect(read('collections/posts.ts')).toBe(POSTS)
    const after = await compile({ root: project.root })
    expect(after.outputs.get('cms.lock.json')).toBe(before.outputs.get('cms.lock.json'))
    expect(after.diagnostics).toEqual([])
  })

  it('names a type that does not exist where it would stand', async () => {
    const edit: SourceEdit = {
      kind: 'create-collection',
      collection: { name: 'pages', fields: { title: { type: 'strng' } } },
    }
    const { mistakes } = await look(edit)
    expect(mistakes).toMatchObject([
      { code: 'config-threw', file: 'collections/pages.ts', line: 6, hint: "Did you mean 'string'?" },
    ])
  })

  it('marks mistakes in the file as it would be', async () => {
    const { mistakes } = await look(
      change({ fields: { title: {}, body: {}, ref: { type: 'reference', target: 'post' } } }),
    )
    expect(mistakes).toMatchObject([
      { code: 'unknown-collection', file: 'collections/posts.ts', line: 8, hint: "Did you mean 'posts'?" },
    ])
    expect(mistakes[0]?.frame).toMatch(/^>\s+8 \| {5}ref: field\.reference\('post'\),$/m)
  })

  it('says what a removal would lose, and that it needs a reason', async () => {
    const fresh = makeProject({ 'collections/posts.ts': POSTS })
    writeOutputs(fresh.root, await compile({ root: fresh.root }))
    // A migration that only this checkout has is still rewritten.
    const edit = change({ fields: { title: {} } })
    expect(await executeEdit(fresh.root, { edit, save: false })).toMatchObject({ preview: { mistakes: [] } })
    fresh.dispose()
    expect(await look(edit)).toMatchObject({ mistakes: [{ code: 'drop-unacknowledged' }], database: [] })
    expect(await look(change({ fields: { title: {} }, dropped: { body: 'unused' } }))).toMatchObject({
      mistakes: [],
      database: [
        { class: 'destructive', title: 'drop field posts.body' },
        { class: 'safe', title: 'remove body in copies of posts kept in content_versions' },
        { class: 'safe', title: 'remove body in copies of posts kept in content_trash' },
        { class: 'safe', title: 'remove body in copies of posts kept in content_drafts' },
        { class: 'safe', title: 'remove body in copies of posts kept in content_draft_versions' },
      ],
    })
  })

  it('sees that a file which would be gone is needed elsewhere', async () => {
    const other = makeProject({
      'collections/posts.ts': POSTS,
      'collections/authors.ts': `import { defineCollection, field } from 'lintel'
import posts from './posts.ts'

export default defineCollection({ name: 'authors', fields: { name: field.string({ label: posts.name }) } })
`,
      'cms.config.ts': `import { defineConfig } from 'lintel'
import authors from './collections/authors.ts'
import posts from './collections/posts.ts'

export default defineConfig({ name: 'site', collections: [authors, posts], environments: { development: {} } })
`,
    })
    const answer = await executeEdit(other.root, {
      edit: { kind: 'delete-collection', name: 'posts', reason: null },
      save: true,
    })
    expect(answer).toMatchObject({ outcome: 'preview', preview: { mistakes: [{ severity: 'error' }] } })
    expect(readFileSync(join(other.root, 'collections/posts.ts'), 'utf8')).toBe(POSTS)
    other.dispose()
  })

  it('is not made where the project has mistakes of its own', async () => {
    const broken = makeProject({ 'collections/posts.ts': POSTS.replace('field.text()', 'field.txt()') })
    const answer = await executeEdit(broken.root, { edit: change({ label: 'Articles' }), save: true })
    expect(answer).toMatchObject({ outcome: 'refused', why: 'invalid', file: 'collections/posts.ts', line: 7 })
    broken.dispose()
  })
})
