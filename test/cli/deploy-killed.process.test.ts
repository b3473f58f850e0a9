import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownEntries } from '../../src/compile/load/own-entries.ts'
import { newWorker } from '../cloudflare/resources.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { CONFIG, cms, collection, createProject, type Project, start } from './cms.ts'

const WORKER = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`
/** Entries of `wrangler.toml` that resolve `lintel` to this repository, since the package is not installed. */
const ALIASES = `[alias]\n${Object.entries(ownEntries())
  .map(([name, path]) => `${JSON.stringify(name)} = ${JSON.stringify(path)}\n`)
  .join('')}`

let api: StandIn
let project: Project

const run = (...args: string[]) => cms(args, { cwd: project.root, env: api.env })
const build = async (fields: string) => {
  project.write('collections/posts.ts', collection('posts', fields))
  project.seal()
  expect(await run('build')).toMatchObject({ code: 0 })
}
const ledger = async () => (await api.sql('db-production', 'SELECT name FROM d1_migrations ORDER BY id'))[0]?.length
const columns = async () =>
  (await api.sql('db-production', `SELECT name FROM pragma_table_info('posts')`))[0]?.map(({ name }) => name)

/** Runs a command, and kills it before or after the API performs a request that matches. */
async function killed(when: 'before' | 'after', asking: RegExp, args: readonly string[]): Promise<void> {
  const child = start(args, { cwd: project.root, env: api.env })
  api.fail({ kind: 'kill', when, asking, kill: () => void child.kill('SIGKILL') })
  const signal = await new Promise((done) => child.on('close', (_, name) => done(name)))
  expect(signal).toBe('SIGKILL')
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({
    'worker.ts': WORKER,
    'cms.config.ts': CONFIG.replace(`domain: 'cms.example.com'`, `migrations: 'check'`),
  })
  await build('title: field.string(), note: field.string()')
  const text = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    .replace('database_name = "site-production"', '$&\ndatabase_id = "db-production"')
    .replace('[[env.production.kv_namespaces]]\n', '$&id = "kv-production"\n')
  project.write('wrangler.toml', `${text}\n${ALIASES}`)
  api.resources.workers.set('site-production', newWorker())
  api.resources.buckets.set('site-production-media', new Set())
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

it('cms migrate apply, killed before a migration is applied and after it was, goes on where it stopped', async () => {
  const apply = ['migrate', 'apply', '--env', 'production']
  await killed('before', /\/query .*CREATE TABLE \\"posts\\"/s, apply)
  expect(await ledger()).toBe(0)
  await killed('after', /\/query .*CREATE TABLE \\"posts\\"/s, apply)
  expect(await ledger()).toBe(1)
  expect(await run(...apply)).toMatchObject({ code: 0 })
  expect(await run('migrate', 'status', '--env', 'production')).toMatchObject({ code: 0 })
})

it('cms deploy, killed in each of its steps, goes on where it stopped', async () => {
  await build('title: field.string(), note: field.string(), more: field.string()')
  await build("title: field.string(), remark: field.string({ renamedFrom: 'note' }), more: field.string()")
  const deploy = ['deploy', '--env', 'production']
  await killed('after', /\/query .*ADD COLUMN \\"more\\"/s, deploy)
  expect(await columns()).toEqual(expect.arrayContaining(['note', 'more']))
  await killed('before', /^PUT \S+\/workers\/scripts\/site-production/, deploy)
  expect(await columns()).toContain('note')
  await killed('before', /\/query .*RENAME COLUMN/s, deploy)
  expect(await columns()).toContain('note')
  await killed('after', /\/query .*RENAME COLUMN/s, deploy)
  expect(await columns()).toContain('remark')
  const { code, stdout } = await run(...deploy)
  expect(code).toBe(0)
  expect(stdout).toContain('the live schema matches cms.lock.json')
  expect(await ledger()).toBe(3)
})
