import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigrationFile, toMigration } from '../../src/compile/schema/files/migration-file.ts'
import { type Collection, defineCollection, field } from '../../src/config/index.ts'
import { ProjectHistory } from '../compile/schema/project.ts'
import { startDatabase } from '../runtime/migrations/database.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-wrangler-'))
  mkdirSync(join(folder, 'migrations'))
  writeFileSync(
    join(folder, 'wrangler.toml'),
    'name = "test"\n[[d1_databases]]\nbinding = "DB"\ndatabase_name = "test"\ndatabase_id = "test-database"\n',
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = promisify(execFile)

/** `wrangler d1 migrations <what>` on the local database, as anyone would run it. */
async function wrangler(what: string): Promise<string> {
  const bin = join(process.cwd(), 'node_modules/wrangler/bin/wrangler.js')
  const args = [bin, 'd1', 'migrations', what, 'test', '--local', '--persist-to', join(folder, 'state')]
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const { stdout } = await run(process.execPath, args, { cwd: folder, env })
  return stdout
}

function write(files: readonly MigrationFile[]): void {
  for (const file of files) writeFileSync(join(folder, 'migrations', file.name), file.text)
}

const tags = defineCollection({ name: 'tags', fields: { name: field.string() } })
const posts = (spec: Partial<Collection>): Collection =>
  ({
    ...defineCollection({ name: 'posts', drafts: true, search: ['title'], fields: {} } as never),
    ...spec,
  }) as Collection

/** Tables with triggers, then a rebuild of a table that others refer to, then a rename. */
function chain(): MigrationFile[] {
  const project = new ProjectHistory()
  const common = { tag: field.reference('tags'), tags: field.references('tags'), parent: field.reference('posts') }
  const steps: Collection[] = [
    posts({ fields: { title: field.string(), rating: field.string(), ...common } }),
    posts({
      lossy: { rating: 'words are no rating' },
      fields: { title: field.string(), rating: field.number(), ...common },
    }),
    posts({
      search: ['name'],
      fields: { name: field.string({ renamedFrom: 'title' }), rating: field.number(), ...common },
    }),
  ]
  for (const step of steps) {
    expect(project.build([tags, step]).findings).toEqual([])
    project.seal()
  }
  return project.files
}

test('wrangler applies the files, and each tool knows what the other has applied', async () => {
  const files = chain()
  const migrations = files.map(toMigration)
  write(files.slice(0, 2))
  await wrangler('apply')
  const database = await startDatabase(join(folder, 'state/v3'))
  try {
    const status = await database.status(migrations)
    expect(status.applied.map(({ name, checksum }) => ({ name, checksum }))).toEqual(
      files.slice(0, 2).map(({ name }) => ({ name, checksum: null })),
    )
    expect(status).toMatchObject({ pending: [files[2]?.name], drift: [] })
    expect(await database.apply(migrations)).toEqual({ applied: [files[2]?.name], held: [] })
  } finally {
    await database.dispose()
  }
  write(files)
  expect(await wrangler('list')).toContain('No migrations to apply')
})
