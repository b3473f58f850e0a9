import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cms, collection, createProject, type Project, type Run, repository } from './cms.ts'
import { ADMIN_PASSWORD, type DevProcess, startDev } from './dev-server.ts'

const plugin = (name: string) => `${repository}/plugins/${name}/plugin.ts`

const CONFIG = `import { defineConfig } from 'lintel'
import coreAuth from '${plugin('core-auth')}'
import coreMedia from '${plugin('core-media')}'
import authors from './collections/authors.ts'
import categories from './collections/categories.ts'
import posts from './collections/posts.ts'
import tags from './collections/tags.ts'

export default defineConfig({
  name: 'site',
  collections: [authors, categories, posts, tags],
  plugins: [coreAuth(), coreMedia()],
  environments: { development: {} },
})
`

const POSTS = collection(
  'posts',
  `
    title: field.string({ required: true, max: 100 }),
    slug: field.slug({ from: 'title', unique: true }),
    excerpt: field.text(),
    body: field.richText(),
    cover: field.media(),
    author: field.reference('authors'),
    categories: field.references('categories'),
    tags: field.references('tags'),
    rating: field.number(),
  `,
).replace("name: 'posts',", "name: 'posts',\n  drafts: true,")

const COLLECTIONS = {
  'collections/posts.ts': POSTS,
  'collections/authors.ts': collection(
    'authors',
    "name: field.string({ required: true }), slug: field.slug({ from: 'name', unique: true }), portrait: field.media()",
  ),
  'collections/categories.ts': collection(
    'categories',
    "name: field.string({ required: true }), slug: field.slug({ from: 'name' }), parent: field.reference('categories')",
  ),
  'collections/tags.ts': collection(
    'tags',
    "name: field.string({ required: true }), slug: field.slug({ from: 'name' })",
  ),
}

type Document = { readonly id: string; readonly [field: string]: unknown }

/** A service with collections of a magazine, and commands that import into it. */
export interface ImportProject extends Project {
  readonly run: (...args: string[]) => Promise<Run>
  readonly text: (path: string) => string
  readonly edit: (path: string, ...pairs: readonly (readonly [from: string, to: string])[]) => void
  readonly copy: (fixture: string, path: string) => void
  /** Documents as the API gives them, by title or name. */
  readonly list: (name: string) => Promise<readonly Document[]>
  readonly fetch: (path: string) => Promise<Response>
  /** Deletes every document. */
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function startImportProject(): Promise<ImportProject> {
  const project = createProject({ 'cms.config.ts': CONFIG, ...COLLECTIONS })
  const env = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD }
  const dev: DevProcess = await startDev(project)
  const ask = (path: string, body?: object, token?: string) =>
    fetch(new URL(path, dev.url), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
  const login = await ask('/api/auth/login', { email: env.ADMIN_EMAIL, password: ADMIN_PASSWORD })
  const { token } = await login.json()
  const list = async (name: string) => {
    const sort = name === 'posts' ? 'title' : 'name'
    const populate = name === 'posts' ? '&populate=author,categories,cover' : ''
    const response = await ask(`/api/${name}?limit=100&sort=${sort}${populate}`, undefined, token)
    return (await response.json()).data
  }
  return {
    ...project,
    run: (...args) => cms(['import', ...args], { cwd: project.root, env }),
    text: (path) => readFileSync(join(project.root, path), 'utf8'),
    edit(path, ...pairs) {
      const file = join(project.root, path)
      let text = readFileSync(file, 'utf8')
      for (const [from, to] of pairs) {
        if (!text.includes(from)) throw new Error(`${path} does not contain ${from}:\n${text}`)
        text = text.replace(from, to)
      }
      writeFileSync(file, text)
    },
    copy: (fixture, path) =>
      cpSync(join(repository, 'test/fixtures/import', fixture), join(project.root, path), { recursive: true }),
    list,
    fetch: (path) => ask(path),
    async clear() {
      for (const name of ['posts', 'tags', 'categories', 'authors']) {
        const operations = (await list(name)).map(({ id }: Document) => ({ action: 'delete', id }))
        if (operations.length > 0) await ask(`/api/${name}/bulk`, { operations }, token)
      }
    },
    async dispose() {
      await dev.stop()
      project.remove()
    },
  }
}
