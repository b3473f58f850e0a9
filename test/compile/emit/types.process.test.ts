import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import { makeProject, type TestProject } from '../project.ts'

const run = promisify(execFile)
let project: TestProject
/** Output of the type checker, line by line. */
let said: readonly string[]

const NAMES = `import { defineCollection, field } from 'lintel'

field.reference('posts')
field.reference('users')
// @ts-expect-error no such collection
field.reference('autors')
defineCollection({ name: 'a', access: { read: ['reporter', 'editor'] }, fields: {} })
// @ts-expect-error no such role
defineCollection({ name: 'a', access: { read: ['reportr'] }, fields: {} })
`

const DOCUMENTS = `import type { Reference } from 'lintel/client'
import type { Collections, PostsChanges, PostsDocument, PostsInput } from './.cms/types.d.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

holds<Equal<Collections['posts']['document'], PostsDocument>>()
holds<Equal<Collections['posts']['references'], { author: 'authors'; tags: 'authors'; body: '~links' }>>()
holds<Equal<PostsDocument['title'], string>>()
holds<Equal<PostsDocument['author'], Reference<'authors', true> | null>>()
holds<Equal<PostsDocument['tags'], Reference<'authors', true>[]>>()
export const author: string | null = {} as PostsDocument['author']
holds<Equal<PostsDocument['kind'], 'news' | 'review'>>()
holds<Equal<PostsDocument['status'], 'draft' | 'published' | 'scheduled'>>()
holds<Equal<PostsDocument['publishedAt'], string | null>>()
holds<Equal<keyof PostsDocument & ('token' | 'views' | 'cost'), 'views'>>()
// Others than reporters are answered without it.
holds<Equal<PostsDocument['note'], string | null | undefined>>()

holds<Equal<keyof Collections['top_10']['input'] | keyof Collections['system']['input'], 'top_10' | 'system' | 'choice' | 'publishedAt'>>()

export const least: PostsInput = { title: 'a' }
export const most: PostsInput = {
  title: 'a', body: 'plain', kind: 'review', author: null, tags: ['x'], token: 't', status: 'draft',
  parts: [{ type: 'quote', text: 'x' }],
}
// @ts-expect-error a title is required
export const untitled: PostsInput = { kind: 'news' }
// @ts-expect-error not one of the choices
export const unknown: PostsInput = { title: 'a', kind: 'opinion' }
export const renamed: PostsChanges = { seo: { share: { text: 'b' } }, body: null }
// @ts-expect-error a group is created as a whole
export const half: PostsInput = { title: 'a', seo: { share: { text: 'b' } } }
// @ts-expect-error not a number
export const numbered: PostsChanges = { seo: { share: { text: 3 } } }
// @ts-expect-error read-only
export const viewed: PostsInput = { title: 'a', views: 3 }
`

const HOOKS = `import { afterResponse, definePlugin, type HookEvent, promised } from 'lintel'

const keep = (event: HookEvent) => console.log(event.collection, event.after)
const told: { text: string | null; count: number | null; names: string[] }[] = []

definePlugin({
  name: 'told',
  version: '1.0.0',
  http: {
    hooks: {
      'content:save': ({ collection, before, after }) => {
        if (collection !== 'posts') return
        told.push({ text: after.title, count: after.views, names: before?.tags ?? [] })
        // @ts-expect-error an author has a name, a post has none
        told.push(after.name)
      },
      'content:update': afterResponse((event) => {
        if (event.collection !== 'posts') return
        told.push({ text: event.before.token, count: event.after.cost, names: [] }, { text: event.after.note, count: null, names: [] })
        // @ts-expect-error not a number
        told.push({ text: null, count: event.before.title, names: [] })
      }),
      'content:delete': promised((events) =>
        events.map((event) => ({ sql: '', rows: [[event.collection === 'authors' ? (event.before?.name ?? null) : event.id]] })),
      ),
      'before:content:save': (event) => {
        if (event.collection === 'posts') return { title: event.after.title.trim(), body: event.after.body }
        // @ts-expect-error no such collection
        return event.collection === 'pots' ? {} : undefined
      },
      'before:content:delete': ({ after }) => {
        // @ts-expect-error nothing comes after
        after.title
        return undefined
      },
      'media:upload': keep,
    },
  },
})
definePlugin({ name: 'any', version: '1.0.0', http: { hooks: { 'content:save': keep, 'content:delete': keep, 'user:update': keep } } })
`

beforeAll(async () => {
  project = makeProject({
    'tsconfig.json': JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        rootDir: '/',
        types: ['node'],
        paths: {
          lintel: [resolve('src/config/index.ts')],
          'lintel/client': [resolve('src/client/index.ts')],
          'lintel/runtime': [resolve('src/runtime/index.ts')],
          'lintel/system': [resolve('src/system/index.ts')],
        },
      },
      include: ['*.ts', 'collections', '.cms/*.ts'],
      exclude: [],
    }),
    'names.ts': NAMES,
    'documents.ts': DOCUMENTS,
    'hooks.ts': HOOKS,
    'cms.config.ts': `import { defineCollection, defineConfig, field } from 'lintel'
import authors from './collections/authors.ts'
import posts from './collections/posts.ts'

// Names that are close to those of generated types, and to each other.
const named = ['system', 'text', 'top_10', 'top10'].map((name) =>
  defineCollection({ name, fields: { [name]: field.string({ required: true }), choice: field.select({ options: ['Text'] }) } }),
)

export default defineConfig({
  name: 'site',
  collections: [authors, posts, ...named],
  roles: { reporter: { permissions: ['content.create'] } },
  environments: { development: {} },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  access: { create: ['reporter'] },
  fields: {
    title: field.string({ required: true }),
    body: field.richText(),
    kind: field.select({ options: ['news', 'review'], required: true, default: 'news' }),
    author: field.reference('authors'),
    tags: field.references('authors'),
    parts: field.blocks({ of: { quote: { text: field.text({ required: true }), by: field.string() } } }),
    seo: field.group({
      fields: {
        title: field.string({ required: true }),
        share: field.group({ fields: { text: field.string({ required: true }), large: field.boolean() } }),
      },
    }),
    views: field.number({ readOnly: true }),
    token: field.string({ hidden: true }),
    note: field.string({ access: { read: ['reporter'] } }),
    cost: field.number({ access: { read: 'nobody' } }),
  },
})
`,
  })
  const compilation = await compile(project)
  expect(compilation.diagnostics).toEqual([])
  writeOutputs(project.root, compilation)
  const output = await run(resolve('node_modules/.bin/tsc'), ['--noEmit', '--project', project.root], {
    cwd: project.root,
  }).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  )
  said = output.split('\n').filter((line) => line.includes('error'))
})

afterAll(() => project.dispose())

/** Output of the type checker of a file. */
function about(file: string): readonly string[] {
  return said.filter((line) => line.startsWith(file))
}

describe('the generated types', () => {
  it('are content with the project that they were made from', () => {
    expect(said.filter((line) => !/^(?:names|documents|hooks)\.ts/.test(line))).toEqual([])
  })

  it('know the names of collections and roles', () => {
    expect(about('names.ts')).toEqual([])
  })

  it('type the events of documents by collection, hidden fields included', () => {
    expect(about('hooks.ts')).toEqual([])
  })

  it('say what a collection answers and takes', () => {
    expect(about('documents.ts')).toEqual([])
  })
})
