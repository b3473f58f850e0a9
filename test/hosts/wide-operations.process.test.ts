import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import type { Manifest } from '../../src/manifest/index.ts'
import { cms, type Project } from '../cli/cms.ts'
import { findBroken } from '../faults/integrity.ts'
import { digestDatabase, localDatabase } from '../harness/digest-database.ts'
import { digestFiles } from '../harness/digest-files.ts'
import { readManifest } from '../harness/manifest.ts'
import { type Service, startService } from '../harness/service.ts'
import { CALLERS } from '../runtime/collections/wide-service.ts'
import { fillWhole } from './wide/fill-whole.ts'
import { createWideProject } from './wide/project.ts'
import { type Answers, differences, readEverything } from './wide/read-everything.ts'

/**
 * Operations on a whole database with documents of every kind, caller, status and language, and rows in every table: what is
 * read afterwards, from the tables and over every route, is what was there before.
 */
let project: Project
let folder: string
let manifest: Manifest
let rows: ReturnType<typeof digestDatabase>
let answers: Answers
let broken: readonly string[]

const path = (name: string) => join(folder, name)
const local = (name: string) => ['--persist', path(name)]
const machine = (name: string) => ['--env', 'machine', '--data', path(name)]
const databaseOf = (name: string) => path(`${name}/lintel.db`)

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cms(args, { cwd: project.root })
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

/** Runs the program of the project on what is in a folder. */
async function serve<Result>(
  name: string,
  onNode: boolean,
  use: (service: Service) => Promise<Result>,
): Promise<Result> {
  const environment = onNode ? 'machine' : 'development'
  const service = await startService({
    root: project.root,
    data: path(name),
    onNode,
    environment,
    edit: inEveryEnvironment,
  })
  try {
    return await use(service)
  } finally {
    await service.dispose()
  }
}
/** Gives every environment all plugins, so that both hosts have the same routes. */
function inEveryEnvironment(files: Map<string, string>): void {
  const built = JSON.parse(files.get('.cms/manifest.json') ?? '')
  for (const plugin of built.plugins) plugin.environments = null
  built.environments.machine.settings = built.environments.development.settings
  files.set('.cms/manifest.json', JSON.stringify(built))
}

const readOn = (name: string) => serve(name, true, (service) => readEverything(service, manifest))

/** Without the migrations that a database has applied, and how often one was. */
const withoutLedger = ({ d1_migrations: _, sqlite_sequence: __, ...digest }: typeof rows) => digest

/** A copy of what the other host has, to do something with. */
function copyOf(name: string, from = 'moved'): string {
  cpSync(path(from), path(name), { recursive: true })
  return name
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-wide-'))
  project = createWideProject()
  await run('build')
  project.seal()
  manifest = readManifest(readFileSync(join(project.root, '.cms/manifest.json'), 'utf8'))
  await serve('cloud', false, async (service) => {
    await fillWhole(service, manifest)
    answers = await readEverything(service, manifest)
    broken = await findBroken(service, manifest)
  })
  rows = digestDatabase(localDatabase(path('cloud')))
  await run('backup', ...local('cloud'), '--output', path('cloud.sql.gz'))
  mkdirSync(path('moved'))
  await run('restore', path('cloud.sql.gz'), ...machine('moved'), '--adopt')
  await run('media', 'pull', path('files'), ...local('cloud'))
  await run('media', 'push', path('files'), ...machine('moved'))
})
afterAll(() => {
  project.remove()
  rmSync(folder, { recursive: true, force: true })
})

it('every table has rows, and every field a value', () => {
  const db = new DatabaseSync(localDatabase(path('cloud')), { readOnly: true })
  const empty = Object.entries(rows).filter(([name, { rows }]) => rows === 0 && !name.endsWith('_fts'))
  const fields = manifest.collections.flatMap(({ table, fields }) =>
    fields.flatMap(({ column }) => (column ? [{ table, column }] : [])),
  )
  const unset = fields.filter(
    ({ table, column }) => db.prepare(`SELECT count("${column}") AS c FROM "${table}"`).get()?.c === 0,
  )
  db.close()
  expect({ empty, unset }).toEqual({ empty: [], unset: [] })
})

describe('on the other host', () => {
  it('a restored backup has every row, and the files every byte', () => {
    expect(digestDatabase(databaseOf('moved'))).toEqual(rows)
    expect(digestFiles(path('moved/files'))).toEqual(digestFiles(path('files')))
  })

  it('and back they are the same again', async () => {
    await run('backup', ...machine('moved'), '--output', path('moved.sql.gz'), '--verify')
    await run('restore', path('moved.sql.gz'), ...local('back'), '--adopt')
    expect(digestDatabase(localDatabase(path('back')))).toEqual(rows)
    await run('media', 'push', path('files'), ...local('back'))
    await run('media', 'pull', path('again'), ...local('back'))
    expect(digestFiles(path('again'))).toEqual(digestFiles(path('files')))
  })

  it('every route answers every caller the same', async () => {
    expect(differences(await readOn(copyOf('read')), answers)).toEqual([])
  })
})

/** Answers about documents as they are now, published or not, without changes that are pending. */
function ofDocuments(all: Answers): Answers {
  const isOne = (asked: string) => {
    const [, name] = / \/api\/([\w-]+)(?:\/[\da-f-]{36})?\?/.exec(asked) ?? []
    return manifest.collections.some((collection) => collection.name === name) && !asked.includes('draft=true')
  }
  return Object.fromEntries(Object.entries(all).filter(([asked]) => isOne(asked)))
}

it('an export is imported with everything that it says it has', async () => {
  mkdirSync(path('imported'))
  await run('export', ...local('cloud'), '--out', path('one.ndjson'))
  await run('migrate', 'apply', ...machine('imported'))
  bringTargets('imported')
  await run('import', path('one.ndjson'), ...machine('imported'))
  await run('export', ...machine('imported'), '--out', path('two.ndjson'))
  expect(readFileSync(path('two.ndjson'), 'utf8')).toBe(readFileSync(path('one.ndjson'), 'utf8'))
  const found = differences(ofDocuments(await readOn('imported')), ofDocuments(answers))
  // Pending changes are not exported.
  expect(found.filter(([at]) => !at.endsWith(' hasDraft'))).toEqual([])
})

/** References to what is no content, accounts and files, need them there: all that they refer to in turn. */
function bringTargets(name: string): void {
  const db = new DatabaseSync(databaseOf(name), { enableForeignKeyConstraints: false })
  const own = new Set(manifest.collections.map(({ table }) => table))
  const all = manifest.collections.flatMap(({ fields }) => fields.flatMap(({ target }) => target ?? []))
  const brought = new Set(all.filter((target) => !own.has(target)))
  for (const table of brought) {
    const parents = db.prepare(`SELECT "table" AS parent FROM pragma_foreign_key_list(?)`).all(table)
    for (const { parent } of parents) brought.add(String(parent))
  }
  db.exec(`ATTACH '${databaseOf('moved')}' AS moved`)
  for (const table of brought) db.exec(`INSERT INTO "${table}" SELECT * FROM moved."${table}"`)
  db.close()
}

it('sample data that is made and cleared leaves everything else', async () => {
  const kept = await serve(copyOf('seeded'), true, async (service) => {
    const ask = async (act: string, body: object) =>
      expect((await service.json(`/admin/seed-data/${act}`, { headers: CALLERS.admin, body })).status).toBe(200)
    await ask('generate', { contentCount: 40, userCount: 3, mediaCount: 3, seed: 2 })
    await ask('clear', {})
    expect(await findBroken(service, manifest)).toEqual(broken)
    return readEverything(service, manifest)
  })
  expect(differences(ofDocuments(kept), ofDocuments(answers))).toEqual([])
})

it('a database that lost what its migrations made is told of each, and mended with every row', async () => {
  const data = copyOf('drifted')
  const db = new DatabaseSync(databaseOf(data))
  const made = db
    .prepare(
      `SELECT type, name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name NOT LIKE '\\_%' ESCAPE '\\'`,
    )
    .all()
  for (const { type, name } of made) db.exec(`DROP ${type} "${name}"`)
  const tables = manifest.tables.filter((name) => !name.endsWith('_fts'))
  for (const name of tables) db.exec(`ALTER TABLE "${name}" ADD COLUMN "drifted" TEXT`)
  db.close()
  const { code, stdout } = await cms(['drift', '--json', '--write', ...machine(data)], { cwd: project.root })
  const { drift, written } = JSON.parse(stdout)
  const told = drift as readonly { readonly what: string; readonly name: string; readonly table: string }[]
  expect(code).toBe(exitCodes.drift)
  expect(
    told
      .filter(({ what }) => what !== 'column')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(made.map(({ name }) => name).sort())
  expect(
    told
      .filter(({ what }) => what === 'column')
      .map(({ table }) => table)
      .sort(),
  ).toEqual([...tables].sort())
  await run('migrate', 'apply', ...machine(data))
  await run('drift', ...machine(data))
  const found = withoutLedger(digestDatabase(databaseOf(data)))
  // Counts are derived: where their rows lie says nothing.
  expect(differences(found, withoutLedger(rows)).filter(([at]) => at !== ' content_counts sha256')).toEqual([])
  rmSync(join(project.root, written))
})

it('an upgrade that adds a field to every collection, and one that takes it away, leave everything else', async () => {
  const data = copyOf('upgraded')
  const config = readFileSync(join(project.root, 'cms.config.ts'), 'utf8')
  const upgrade = async (change: string) => {
    const changed = config.replace(/collections: (\[.*?\])/, `collections: $1.map((one) => ({ ...one, ${change} }))`)
    project.write('cms.config.ts', changed.replace('{ defineConfig }', '{ defineConfig, field }'))
    await run('build')
    project.seal()
    await run('migrate', 'apply', ...machine(data))
  }
  await upgrade('fields: { ...one.fields, later: field.string() }')
  const later = JSON.stringify(await readOn(copyOf('grown', data)), (key, value) =>
    key === 'later' ? undefined : value,
  )
  expect(differences(ofDocuments(JSON.parse(later)), ofDocuments(answers))).toEqual([])
  await upgrade("dropped: { later: 'why' }")
  expect(withoutLedger(digestDatabase(databaseOf(data)))).toEqual(withoutLedger(rows))
})
