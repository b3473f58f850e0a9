import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newWorker } from '../cloudflare/resources.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { startProvider } from '../plugins/core-auth/identity-provider.ts'
import { CONFIG, cms, collection, createProject, type Project, repository } from './cms.ts'

const VAULT = `import { definePlugin } from 'lintel'
export default definePlugin({
  name: 'vault',
  version: '1.0.0',
  operations: { secrets: { VAULT_KEY: { required: true, description: 'Opens the vault' } } },
})
`

let api: StandIn
let project: Project
const doctor = async (...args: string[]) => {
  const { code, stdout } = await cms(['doctor', '--json', ...args], { cwd: project.root, env: api.env })
  const report = JSON.parse(stdout) as {
    ok: boolean
    versions: Record<string, string>
    findings: { topic: string; severity: string; message: string; remedy: string }[]
  }
  return { code, ...report }
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({
    'worker.ts': 'export default {}\n',
    'vault.ts': VAULT,
    'cms.config.ts': CONFIG.replace('collections: [posts],', 'collections: [posts], plugins: [vault()],').replace(
      'import posts',
      `import vault from './vault.ts'\nimport posts`,
    ),
  })
  await cms(['build'], { cwd: project.root })
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

it('says the versions, and of each finding what to do about it', async () => {
  const { code, ok, versions, findings } = await doctor()
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  expect(versions).toMatchObject({
    lintel: expect.any(String),
    node: process.versions.node,
    wrangler: expect.any(String),
  })
  expect(findings).toEqual([
    {
      topic: 'secrets',
      severity: 'error',
      message: 'VAULT_KEY is not set: Opens the vault.',
      remedy: 'VAULT_KEY=… in .dev.vars',
    },
  ])
  project.write('.dev.vars', 'VAULT_KEY=1\n')
  expect(await doctor()).toMatchObject({ code: 0, ok: true, findings: [] })
})

it('finds a stale lock, and a DSN that is none', async () => {
  const lock = readFileSync(join(project.root, 'cms.lock.json'), 'utf8')
  project.write('cms.lock.json', lock.replace('"name": "site"', '"name": "sight"'))
  project.write('.dev.vars', 'VAULT_KEY=1\nSENTRY_DSN=nonsense\n')
  const { findings } = await doctor()
  expect(findings).toContainEqual({
    topic: 'lock',
    severity: 'error',
    message: 'cms.lock.json does not match the config.',
    remedy: 'cms build',
  })
  expect(findings).toContainEqual(expect.objectContaining({ topic: 'secrets', severity: 'warning' }))
  project.write('cms.lock.json', lock)
  project.write('.dev.vars', 'VAULT_KEY=1\n')
})

it('finds what an environment lacks: ids, secrets, migrations; and drift', async () => {
  const first = await doctor('--env', 'production')
  expect(first.findings.map(({ topic, remedy }) => [topic, remedy])).toEqual(
    expect.arrayContaining([
      ['bindings', 'wrangler d1 create site-production'],
      ['bindings', 'wrangler kv namespace create production-cache'],
      ['secrets', 'wrangler secret put VAULT_KEY --env production'],
    ]),
  )
  const text = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    .replace('database_name = "site-production"', '$&\ndatabase_id = "db-production"')
    .replace('[[env.production.kv_namespaces]]\n', '$&id = "kv"\n')
  project.write('wrangler.toml', text)
  await cms(['build'], { cwd: project.root }) // ids are part of the lock
  api.resources.workers.set('site-production', newWorker('VAULT_KEY'))
  const second = await doctor('--env', 'production')
  expect(second.findings).toEqual([
    {
      topic: 'schema',
      severity: 'error',
      message: '0001_initial.sql is not applied.',
      remedy: 'cms deploy --env production',
    },
  ])
  await cms(['migrate', 'apply', '--env', 'production'], { cwd: project.root, env: api.env })
  expect(await doctor('--env', 'production')).toMatchObject({ code: 0, findings: [] })
  await api.sql('db-production', `INSERT INTO content_counts VALUES ('posts', 'draft', 7)`)
  await api.sql(
    'db-production',
    `INSERT INTO content_versions VALUES ('gone', 1, 'posts', 'draft', '{}', 1767225600000, NULL, NULL)`,
  )
  const damaged = await doctor('--env', 'production')
  expect(damaged.code).toBe(1)
  expect(damaged.findings.map(({ topic, message }) => [topic, message])).toEqual([
    ['integrity', 'Wrong counts of documents: posts draft.'],
    ['integrity', 'Versions of documents that no longer exist: gone.'],
  ])
  await api.sql('db-production', 'DELETE FROM content_counts')
  await api.sql('db-production', 'DELETE FROM content_versions')
  await api.sql('db-production', 'ALTER TABLE posts ADD COLUMN stray TEXT')
  const drifted = await doctor('--env', 'production')
  expect(drifted.code).toBe(1)
  expect(drifted.findings).toContainEqual(
    expect.objectContaining({ topic: 'drift', remedy: 'cms drift --env production --write' }),
  )
})

it('finds rules that filter by a field without an index', async () => {
  project.write(
    'collections/posts.ts',
    collection('posts', `title: field.string({ required: true }), team: field.string({ index: false })`).replace(
      `name: 'posts',`,
      `name: 'posts', access: { read: { roles: ['viewer'], where: { team: 'a' } } },`,
    ),
  )
  await cms(['build'], { cwd: project.root })
  const { findings } = await doctor()
  expect(findings).toContainEqual({
    topic: 'filters',
    severity: 'warning',
    message: 'A rule of posts filters by team, which has no index: its lists read the whole table.',
    remedy: 'remove `index: false` from posts.team',
  })
})

it('names what the config opens outside development, and cms check does so too', async () => {
  const plugins = (call: string) =>
    CONFIG.replace('collections: [posts],', `collections: [posts], plugins: [${call}],`).replace(
      'import posts',
      `import coreAuth from '${repository}/plugins/core-auth/plugin.ts'\nimport posts`,
    )
  const site = createProject({ 'worker.ts': 'export default {}\n', 'cms.config.ts': plugins('coreAuth()') })
  const run = async (...args: string[]) =>
    JSON.parse((await cms([...args, '--json'], { cwd: site.root, env: api.env })).stdout)
  try {
    site.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string()').replace('fields:', 'drafts: true, fields:'),
    )
    await cms(['build'], { cwd: site.root })
    expect((await run('doctor')).findings.filter(({ topic }: { topic: string }) => topic === 'open')).toEqual([])
    expect((await run('check')).open).toEqual([])
    site.write('cms.config.ts', plugins('coreAuth({ registration: true, requireVerifiedEmail: false })'))
    const open = [
      'core-auth.registration is on in production: everybody who registers gets the role viewer.',
      'core-auth.requireVerifiedEmail is off in production.',
      'Everybody who registers in production can read drafts of posts.',
    ]
    const { findings } = await run('doctor')
    const notes = findings.filter(({ severity }: { severity: string }) => severity === 'note')
    expect(notes.map(({ message }: { message: string }) => message)).toEqual(open)
    const checked = await run('check')
    expect(checked.open.map(({ message }: { message: string }) => message)).toEqual(open)
    // Every plugin that lets people in says so itself.
    site.write(
      'cms.config.ts',
      plugins(
        "coreAuth(), email({ apiKey: 'key', fromEmail: 'a@example.com', fromName: 'A' }), links({ allowNewUsers: true })",
      )
        .replace('import posts', `import email from '${repository}/plugins/email/plugin.ts'\nimport posts`)
        .replace('import posts', `import links from '${repository}/plugins/magic-link-auth/plugin.ts'\nimport posts`),
    )
    const admitted = (await run('check')).open.map(({ message }: { message: string }) => message)
    expect(admitted).toContain('Everybody who registers in production can read drafts of posts.')
    site.write('cms.config.ts', plugins('coreAuth({ registration: true })'))
    const unsent = (await run('doctor')).findings.find(({ topic }: { topic: string }) => topic === 'services')
    expect(unsent.message).toContain('Nobody can register')
  } finally {
    site.remove()
  }
})

it('asks the providers that people sign in with', async () => {
  const provider = await startProvider()
  const [elsewhere, nothing, nobody] = [
    provider.issuer.replace('127.0.0.1', 'localhost'),
    `${provider.issuer}/nothing`,
    'http://127.0.0.1:9',
  ]
  const entries = [provider.issuer, elsewhere, nothing, nobody].map(
    (issuer, index) => `{ name: 'p${index}', issuer: '${issuer}', clientId: 'cms', linkAccounts: true }`,
  )
  const config = CONFIG.replace('collections: [posts],', 'collections: [posts], plugins: [coreAuth()],')
    .replace('import posts', `import coreAuth from '${repository}/plugins/core-auth/plugin.ts'\nimport posts`)
    .replace('development: {}', `development: { plugins: { 'core-auth': { oidc: [${entries}] } } }`)
  const site = createProject({ 'worker.ts': 'export default {}\n', 'cms.config.ts': config })
  try {
    const { stdout } = await cms(['doctor', '--json'], { cwd: site.root, env: api.env })
    const { findings } = JSON.parse(stdout) as { findings: { topic: string; severity: string; message: string }[] }
    const asked = findings.filter(({ topic }) => topic === 'addresses')
    expect(asked.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      `error: The sign-in provider ${elsewhere} says that its issuer is ${provider.issuer}.`,
      `error: The sign-in provider ${nothing} responds with 404.`,
      `warning: The sign-in provider ${nobody} cannot be reached from here.`,
    ])
  } finally {
    site.remove()
    await provider.stop()
  }
})
