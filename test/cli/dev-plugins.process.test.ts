import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONFIG, createProject, type Project } from './cms.ts'
import { type DevProcess, startDev } from './dev-server.ts'

/** Plugin with a route that reads its table, which only works if the program and the database match. */
const guestbook = (columns: string) => `import { definePlugin, defineRoute } from 'lintel'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

const entries = sqliteTable('guestbook_entries', { id: text('id').primaryKey(), ${columns} })

const list = defineRoute({
  method: 'GET',
  path: '/api/guestbook',
  access: 'public',
  handler: async (c) => c.json({ data: await c.get('db').select().from(entries) }),
})

export default definePlugin({ name: 'guestbook', version: '1.0.0', data: { tables: { entries } }, http: { routes: { list } } })
`
const WITH_GUESTBOOK = CONFIG.replace('\n\n', "\nimport guestbook from './plugins/guestbook/plugin.ts'\n\n").replace(
  'collections: [posts],',
  'collections: [posts],\n  plugins: [guestbook()],',
)

let project: Project
let dev: DevProcess

const save = async (path: string, text: string): Promise<void> => {
  const mark = dev.mark()
  project.write(path, text)
  await dev.next('served', mark)
}
const statusOf = async (path: string) => (await fetch(dev.url + path)).status

beforeAll(async () => {
  project = createProject({
    'plugins/guestbook/plugin.ts': guestbook("words: text('words')"),
    '.gitignore': '.cms\n.wrangler\n.dev.vars\nnode_modules\n',
  })
  execFileSync('git', ['init', '--quiet'], { cwd: project.root })
  dev = await startDev(project)
})
afterAll(async () => {
  await dev?.stop()
  project.remove()
})

it('a plugin with tables comes, changes and goes while no migration is committed yet', async () => {
  expect(await statusOf('/api/posts')).toBe(200)
  await save('cms.config.ts', WITH_GUESTBOOK)
  expect([await statusOf('/api/guestbook'), await statusOf('/api/posts')]).toEqual([200, 200])
  await save('plugins/guestbook/plugin.ts', guestbook("words: text('words'), name: text('name')"))
  expect([await statusOf('/api/guestbook'), await statusOf('/api/posts')]).toEqual([200, 200])
  await save('plugins/guestbook/plugin.ts', guestbook("name: text('name')"))
  expect([await statusOf('/api/guestbook'), await statusOf('/api/posts')]).toEqual([200, 200])
  await save('cms.config.ts', CONFIG)
  expect([await statusOf('/api/guestbook'), await statusOf('/api/posts')]).toEqual([404, 200])
  await save('cms.config.ts', WITH_GUESTBOOK)
  expect([await statusOf('/api/guestbook'), await statusOf('/health')]).toEqual([200, 200])
})
