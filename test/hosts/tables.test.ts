import { expect, it } from 'vitest'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from '../../src/compile/schema/sql/introspect.ts'
import type { HostDatabase } from '../../src/hosts/host.ts'
import { createQueue } from '../../src/hosts/node/queue/queue.ts'
import { createStore } from '../../src/hosts/node/store.ts'
import { makeTables } from '../../src/hosts/node/tables.ts'
import { type BackupDatabase, beginDump } from '../../src/runtime/backup/index.ts'
import { findDatabase } from '../../src/runtime/migrations/move.ts'
import { openNodeDatabases } from './node-database.ts'

it("the host's tables are no part of a schema, of a backup or of what migrations look at", async () => {
  const { databases, dispose } = await openNodeDatabases(2)
  const [db, other] = databases as unknown as [HostDatabase, HostDatabase] // two were asked for
  await makeTables(other)
  await createStore(db).put('key', 'a stored response', { expirationTtl: 60 })
  await createQueue(db, () => undefined).send('a message')
  await db.batch([db.prepare('CREATE TABLE posts (id TEXT PRIMARY KEY)'), db.prepare("INSERT INTO posts VALUES ('a')")])
  const backup: BackupDatabase = {
    run: async (statements) => {
      const results = await db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)))
      return results.map((result) => result.results) as never[][]
    },
  }
  const dump = await beginDump(backup, { project: 'news', environment: 'production' }, Date.now())
  const text = await textOf(dump.text())
  await dump.dispose()
  expect(text).toContain("(1,'a')")
  expect(text).not.toMatch(/_host_|a stored response|a message/)
  const { results } = await db.prepare(SCHEMA_QUERY).all()
  expect(introspectSchema(results as unknown as SchemaRow[]).tables.map(({ name }) => name)).toEqual(['posts'])
  expect((await findDatabase(db as never)).filled).toEqual(['posts'])
  await dispose()
})

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}
