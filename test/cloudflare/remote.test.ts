import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remoteDatabase } from '../../src/cli/cloudflare/remote-database.ts'
import type { Migration } from '../../src/manifest/index.ts'
import { applyPending } from '../../src/runtime/migrations/index.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

let api: StandIn
let used = 0
const ids = Array.from({ length: 12 }, (_, index) => `db-${index}`)

beforeAll(async () => {
  api = await startStandIn(ids)
})
afterAll(() => api.dispose())

/** A database of its own, over the API. */
function fresh(overrides: Partial<Parameters<typeof remoteDatabase>[0]> = {}) {
  const id = ids[used++] ?? ''
  const { account, token, baseUrl } = api
  return { id, database: remoteDatabase({ account, token, baseUrl, database: id, ...overrides }) }
}

const state = migration(
  '0001_initial.sql',
  'CREATE TABLE system_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL)',
)
const posts = migration(
  '0002_create_posts.sql',
  'CREATE TABLE posts (id TEXT PRIMARY KEY)',
  `INSERT INTO posts VALUES ('a;b')`,
)
const chain = [state, posts]
const owner = { project: 'site', environment: 'production' }

describe('the runner over the HTTP API', () => {
  test('applies each migration in one request with its row in the ledger, and says whose the database is', async () => {
    const { id, database } = fresh()
    expect(await database.apply(chain, { owner })).toEqual({ applied: [state.name, posts.name], held: [] })
    expect(await database.apply(chain, { owner })).toEqual({ applied: [], held: [] })
    const batches = api.requests.filter((request) => request.database === id && request.body.batch)
    expect(batches.map(({ body }) => body.batch?.[0]?.params)).toEqual([
      [state.name, state.checksum, 'switch', '0'],
      [posts.name, posts.checksum, 'switch', '1', state.name, state.checksum],
    ])
    const [[row] = []] = await api.sql(
      id,
      `SELECT value, typeof(updated_at) AS type FROM system_state WHERE key = 'project'`,
    )
    expect(row).toEqual({ value: JSON.stringify(owner), type: 'integer' })
    expect(await database.status(chain, owner)).toMatchObject({
      applied: [{ name: state.name, checksum: state.checksum }, { name: posts.name }],
      pending: [],
      drift: [],
    })
  })

  test('a migration that D1 refuses leaves nothing behind', async () => {
    const { id, database } = fresh()
    const broken = migration('0002_broken.sql', 'CREATE TABLE half (id TEXT)', 'INSERT INTO missing VALUES (1)')
    await expect(database.apply([state, broken], { owner })).rejects.toThrow(
      /^0002_broken\.sql failed and changed nothing: no such table: missing/,
    )
    expect(
      await api.sql(id, `SELECT name FROM d1_migrations`, `SELECT name FROM sqlite_schema WHERE name = 'half'`),
    ).toEqual([[{ name: state.name }], []])
  })

  test('waits as long as the API asks for, and goes on', async () => {
    const { database } = fresh()
    api.fail({ kind: 'limit', retryAfter: 0 }, { kind: 'limit', retryAfter: 0 })
    expect((await database.apply(chain, { owner })).applied).toEqual([state.name, posts.name])
  })

  test('a connection that is lost after a batch was applied loses nothing: the ledger knows', async () => {
    const { id, database } = fresh()
    api.fail({ kind: 'drop', when: 'after', batch: true })
    expect((await database.apply(chain, { owner })).applied).toEqual([state.name, posts.name])
    expect(await api.sql(id, 'SELECT * FROM posts')).toEqual([[{ id: 'a;b' }]])
  })

  test('a run that was cut off is taken up by the next', async () => {
    const { id, database } = fresh()
    await database.apply([state], { owner })
    const down = { kind: 'drop', when: 'before' } as const
    api.fail({ kind: 'drop', when: 'after', batch: true }, down, down, down, down)
    const rejection = expect(database.apply(chain, { owner })).rejects
    await rejection.toMatchObject({ exitCode: 1, message: expect.stringContaining('cannot be reached') })
    expect(await database.apply(chain, { owner })).toEqual({ applied: [], held: [] })
    expect(await api.sql(id, 'SELECT count(*) AS n FROM posts')).toEqual([[{ n: 1 }]])
  })

  test('of twenty appliers at once, half of them over HTTP and half in workers, one applies each migration', async () => {
    const { id, database } = fresh()
    const { applyPending } = await import('../../src/runtime/migrations/index.ts')
    const binding = await api.binding(id)
    const appliers = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? database.apply(chain, { owner }) : applyPending(binding, chain, { destructive: true, owner }),
    )
    const outcomes = await Promise.all(appliers)
    expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual([state.name, posts.name])
    expect(await api.sql(id, 'SELECT count(*) AS n FROM posts')).toEqual([[{ n: 1 }]])
  })
})

describe('two chains that grow at once', () => {
  test('one is applied, by whichever way it came; the other is told that the database went another way', async () => {
    const { id, database } = fresh()
    await database.apply([state], { owner })
    const ours = [state, posts, migration('0003_ours.sql', 'CREATE TABLE ours (id TEXT)')]
    const theirs = [state, migration('0002_theirs.sql', 'CREATE TABLE theirs (id TEXT)')]
    const binding = await api.binding(id)
    const outcomes = await Promise.allSettled([
      database.apply(ours, { owner }),
      applyPending(binding, theirs, { destructive: true }),
      database.apply(theirs, { owner }),
      applyPending(binding, ours, { destructive: true }),
    ])
    const [rows = []] = await api.sql(id, 'SELECT name FROM d1_migrations ORDER BY id')
    const isOurs = rows[1]?.name === posts.name
    expect(rows.map(({ name }) => name)).toEqual((isOurs ? ours : theirs).map(({ name }) => name))
    expect(outcomes.map(({ status }) => status)).toEqual(
      [isOurs, !isOurs, !isOurs, isOurs].map((isWinner) => (isWinner ? 'fulfilled' : 'rejected')),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('this program does not know it')
    }
  })
})

describe('a database that is not the one that is meant', () => {
  test('belongs to another project or environment, and is left as it is until it is adopted', async () => {
    const { id, database } = fresh()
    await database.apply([state], { owner: { project: 'shop', environment: 'preview' } })
    for (const ask of [() => database.apply(chain, { owner }), () => database.status(chain, owner)]) {
      await expect(ask()).rejects.toMatchObject({
        exitCode: 7,
        message: 'The database belongs to shop (preview), not to site (production). Nothing was changed.',
      })
    }
    expect(await api.sql(id, 'SELECT name FROM d1_migrations')).toEqual([[{ name: state.name }]])
    expect((await database.apply(chain, { owner, adopt: true })).applied).toEqual([posts.name])
    expect((await database.status(chain, owner)).pending).toEqual([])
  })

  test('holds foreign tables and no ledger', async () => {
    const { id, database } = fresh()
    await api.sql(id, 'CREATE TABLE wp_posts (id INTEGER PRIMARY KEY)')
    await expect(database.apply(chain, { owner })).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringContaining('contains tables that no migration of this project created: wp_posts'),
    })
    expect(
      await api.sql(id, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`),
    ).toEqual([[{ name: 'wp_posts' }]])
    expect((await database.apply(chain, { owner, adopt: true })).applied).toEqual([state.name, posts.name])
  })

  test('was made by migrations of another project', async () => {
    const { id, database } = fresh()
    await database.apply([migration('0001_other.sql', 'CREATE TABLE other (id TEXT)')])
    await expect(database.apply(chain, { owner })).rejects.toMatchObject({
      exitCode: 7,
      message: expect.stringContaining('created by migrations that this project does not have: 0001_other.sql'),
    })
    expect(await api.sql(id, 'SELECT count(*) AS n FROM d1_migrations')).toEqual([[{ n: 1 }]])
  })

  test('has unknown migrations between those that are known', async () => {
    const { database } = fresh()
    await database.apply([state, migration('0002_theirs.sql', 'CREATE TABLE theirs (id TEXT)')], { owner })
    await expect(database.apply(chain, { owner })).rejects.toMatchObject({
      exitCode: 6,
      message: '0002_theirs.sql was applied to this database, but this program does not know it.',
    })
  })
})

describe('an API that refuses', () => {
  test.each([
    [
      'a token that it does not know',
      { token: 'wrong' },
      'refuses the token in CLOUDFLARE_API_TOKEN: Authentication error (10000)',
    ],
    [
      'an account that is not the token’s',
      { account: 'other' },
      'refuses the token in CLOUDFLARE_API_TOKEN: The given account is not valid',
    ],
    ['a database that is not there', { database: 'gone' }, 'There is no D1 database gone in the account account-1'],
    ['no server', { baseUrl: 'http://127.0.0.1:9/client/v4' }, "Cloudflare's API at 127.0.0.1:9 cannot be reached: "],
  ])(
    '%s: one sentence',
    async (_name, overrides, message) => {
      const { account, token, baseUrl } = api
      const database = remoteDatabase({ account, token, baseUrl, database: ids[0] ?? '', ...overrides })
      await expect(database.status(chain)).rejects.toMatchObject({
        exitCode: 1,
        message: expect.stringContaining(message),
      })
    },
    20_000,
  )

  test('something else answers in its place', async () => {
    const { database } = fresh()
    api.fail({ kind: 'status', status: 200, body: '<html>Please sign in</html>' })
    await expect(database.status(chain)).rejects.toMatchObject({
      message: expect.stringContaining("which is not a response from D1's API"),
    })
  })
})

function migration(name: string, ...statements: string[]): Migration {
  const checksum = createHash('sha256').update(statements.join()).digest('hex')
  return { name, checksum, statements, phase: 'switch', destructive: false }
}
