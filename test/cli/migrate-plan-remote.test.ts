import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { cms, collection, createProject, type Project } from './cms.ts'

let api: StandIn
let project: Project
const production = (...args: string[]) =>
  cms(['migrate', ...args, '--env', 'production'], { cwd: project.root, env: api.env })

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({
    'wrangler.toml': `name = "site"
main = "worker.ts"
[[env.production.d1_databases]]
binding = "DB"
database_id = "db-production"
`,
    'worker.ts': 'export default {}\n',
  })
  await cms(['build'], { cwd: project.root })
  await production('apply')
  project.seal()
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

it('the rows of a remote database are asked over its API, and nothing in it changes', async () => {
  await api.sql(
    'db-production',
    `INSERT INTO posts (id, title, status, created_at, updated_at, version) VALUES ('p1', '12', 'draft', 1, 1, 1), ('p2', 'twelve', 'draft', 1, 1, 1)`,
  )
  const look = () =>
    api.sql('db-production', 'SELECT sql FROM sqlite_schema', 'SELECT * FROM posts', 'SELECT * FROM d1_migrations')
  const before = await look()
  const changed = collection('posts', 'title: field.number({ required: true })')
  project.write('collections/posts.ts', changed)
  expect(await production('plan')).toMatchObject({ code: 5, stderr: expect.stringContaining('loss-unacknowledged') })
  project.write(
    'collections/posts.ts',
    changed.replace('fields:', "lossy: { title: 'words are not needed' },\n  fields:"),
  )
  const { code, stdout } = await production('plan')
  expect(code).toBe(3)
  expect(stdout).toContain(
    '✗ 1 row: posts.title cannot be read as number, and is lost (collections/posts.ts:6)\n    p2\n',
  )
  expect(stdout).toContain('copies 2 rows of posts to rebuild the table')
  expect(await look()).toEqual(before)
})

it('a migration that rows stand in the way of is refused, with the command that names them', async () => {
  await api.sql(
    'db-production',
    `INSERT INTO posts (id, title, status, created_at, updated_at, version) VALUES ('p3', '12', 'draft', 1, 1, 1)`,
  )
  project.write('collections/posts.ts', collection('posts', 'title: field.string({ unique: true })'))
  await cms(['build'], { cwd: project.root })
  const { code, stderr } = await production('apply')
  expect(code).toBe(1)
  expect(stderr).toMatch(/failed and changed nothing: .+\n\s+`cms migrate plan` lists the rows/)
})

it('the ledger of a remote database is marked over its API', async () => {
  expect((await production('resolve', '0001_initial', '--rolled-back')).code).toBe(0)
  expect(await api.sql('db-production', 'SELECT name FROM d1_migrations')).toEqual([[]])
  expect((await production('resolve', '0001_initial', '--applied')).code).toBe(0)
  expect(await api.sql('db-production', 'SELECT name FROM d1_migrations')).toEqual([[{ name: '0001_initial.sql' }]])
})
