import type { HostDatabase } from '../host.ts'
import { QUEUE_SCHEMA } from './queue/queue.ts'
import { removeGivenUp } from './queue/runner.ts'
import { removeExpired, STORE_SCHEMA } from './store.ts'

/**
 * Creates the host's tables in the service's database. If they exist, nothing is written, so that a service can start
 * and read even if the disk is full or read-only.
 */
export async function makeTables(db: HostDatabase): Promise<void> {
  const { results } = await db
    .withSession()
    .prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '\\_host\\_%' ESCAPE '\\'`)
    .all()
  const names = results.map(({ name }) => name)
  const missing = Object.entries({ ...STORE_SCHEMA, ...QUEUE_SCHEMA }).filter(([name]) => !names.includes(name))
  if (missing.length > 0) await db.batch(missing.map(([, sql]) => db.prepare(sql)))
}

/** Deletes expired rows from the tables; called by a timer. */
export async function clearTables(db: HostDatabase, now: number): Promise<void> {
  await removeExpired(db, now)
  await removeGivenUp(db, now)
}
