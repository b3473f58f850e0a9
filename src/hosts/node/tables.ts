import type { HostDatabase } from '../host.ts'
import { QUEUE_TABLES } from './queue/queue.ts'
import { removeGivenUp } from './queue/runner.ts'
import { removeExpired, STORE_TABLES } from './store.ts'

/** Makes the tables that the host keeps in the service's database, where they are not there yet. */
export async function makeTables(db: HostDatabase): Promise<void> {
  await db.batch([...STORE_TABLES, ...QUEUE_TABLES].map((sql) => db.prepare(sql)))
}

/** Deletes from them what nobody wants any more; for a timer. */
export async function clearTables(db: HostDatabase, now: number): Promise<void> {
  await removeExpired(db, now)
  await removeGivenUp(db, now)
}
