import { afterAll, beforeAll, expect, test } from 'vitest'
import { remoteDatabase } from '../../../src/cli/cloudflare/remote-database.ts'
import { fieldTypesOf } from '../../../src/cli/field-types.ts'
import { findDrift } from '../../../src/compile/drift/find-drift.ts'
import { reconciliation } from '../../../src/compile/drift/reconciliation.ts'
import { schemaAfter } from '../../../src/compile/drift/schema-after.ts'
import { compile } from '../../../src/compile/index.ts'
import { factsAfter } from '../../../src/compile/schema/files/facts-after.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { toMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { findSchemaStatements } from '../../../src/compile/schema/files/reshaping.ts'
import { sampleRows, USUAL } from '../../../src/compile/schema/proof/sample-rows.ts'
import { ROWID, snapshotQueries } from '../../../src/compile/schema/proof/snapshot.ts'
import { introspectSchema } from '../../../src/compile/schema/sql/introspect.ts'
import { repository } from '../../cli/cms.ts'
import { type StandIn, startStandIn } from '../../cloudflare/stand-in.ts'

let api: StandIn

beforeAll(async () => {
  api = await startStandIn(['drifted', 'sound'])
})
afterAll(() => api.dispose())

test('every table of the newsroom at once is brought back, and every row with it', async () => {
  const { config, manifest } = await compile({ root: repository })
  if (!config || !manifest) throw new Error('the newsroom does not compile')
  const types = fieldTypesOf(config)
  const { files } = readHistory(repository)
  const expected = schemaAfter(files)
  const schema = introspectSchema(expected)
  const rows = sampleRows({
    schema,
    facts: factsAfter(files),
    rows: new Map(),
    isFilled: () => true,
    fillingOf: () => USUAL,
    staysEmpty: () => false,
    declaredAs: () => null,
    types,
    seed: 7,
  })
  const snapshot = async (id: string) => {
    const found = await api.sql(id, ...snapshotQueries(schema).map(({ sql }) => sql))
    // Counts are derived: where their rows lie says nothing. Generations move with whatever is written.
    const kept = found.filter(([first]) => first === undefined || !('generation' in first))
    return kept.map((table) => table.map(({ [ROWID]: rowid, ...row }) => ('count' in row ? row : { ...row, rowid })))
  }
  const databases = ['drifted', 'sound'].map((id) => {
    const { account, token, baseUrl } = api
    return { id, database: remoteDatabase({ account, token, baseUrl, database: id }) }
  })
  for (const { id, database } of databases) {
    await database.apply(files.map(toMigration))
    await api.sql(id, 'PRAGMA defer_foreign_keys = ON', ...rows)
  }
  const before = await snapshot('drifted')
  expect(before.flat().length).toBeGreaterThan(50)

  const tables = schema.tables.filter(({ kind }) => kind === 'table')
  await api.sql(
    'drifted',
    ...schema.triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
    ...tables.flatMap(({ indexes }) => indexes.map(({ name }) => `DROP INDEX "${name}"`)),
    ...tables.map(({ name }) => `ALTER TABLE "${name}" ADD COLUMN "drifted" TEXT`),
  )
  const { schema: live } = (await databases[0]?.database.find()) ?? { schema: [] }
  const drift = findDrift(live, expected)
  expect(drift.length).toBeGreaterThan(tables.length)
  const file = reconciliation({ drift, live, expected, collections: manifest.collections, types }, files)
  expect(findSchemaStatements(file ? [file] : [])).toEqual([])

  for (const { id, database } of databases) {
    await database.apply([...files, ...(file ? [file] : [])].map(toMigration))
    const { schema: after } = await database.find()
    expect(findDrift(after, expected)).toEqual([])
    expect(await snapshot(id)).toEqual(before)
  }
})
