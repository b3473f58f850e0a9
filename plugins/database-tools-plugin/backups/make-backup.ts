import type { HostDatabase } from 'lintel'
import {
  type BackupDatabase,
  beginDump,
  during,
  environmentOf,
  log,
  manifestOf,
  type RequestContext,
  settingsOf,
} from 'lintel/kit'
import { settings } from '../settings.ts'
import { type Backup, deleteBackup, listBackups, newKey, placeOf, storeStream, toBackup } from './bucket.ts'

/**
 * Writes the whole database, as it is at one moment, into the bucket, and deletes surplus backups. Holds only a part of
 * the database in memory.
 * @param spared key of a backup that is kept, however old it is
 */
export async function makeBackup(c: RequestContext, spared?: string): Promise<Backup> {
  const origin = { project: manifestOf(c).name, environment: environmentOf(c).name }
  const dump = await beginDump(backupDatabase(c.env.DB), origin, Date.now())
  try {
    const { createdAt, tables, rows } = dump
    const facts = { createdAt, tables: String(tables), rows: String(rows) }
    const place = placeOf(newKey(createdAt))
    const stored = await storeStream(c.env.MEDIA_BUCKET, place, compressed(dump.text()), facts)
    await keepNewest(c, spared)
    return toBackup({ key: place, size: stored.size, customMetadata: facts })
  } finally {
    await dump.dispose()
  }
}

async function keepNewest(c: RequestContext, spared?: string): Promise<void> {
  const old = (await listBackups(c)).slice(settingsOf(c, settings).keepBackups)
  const tooMany = old.filter(({ key }) => key !== spared)
  for (const { key } of tooMany) await deleteBackup(c, key)
  if (tooMany.length > 0) log(c, 'info', { type: 'backups', deleted: tooMany.length })
}

/** Returns the database in the form in which backups read and write it. */
export function backupDatabase(db: HostDatabase): BackupDatabase {
  return {
    run: async <Row>(statements: Parameters<BackupDatabase['run']>[0]) => {
      const bound = statements.map(({ sql, values }) => db.prepare(sql).bind(...values))
      const results = await during('long', () => db.batch<Row>(bound))
      return results.map((result) => result.results)
    },
  }
}

function compressed(text: AsyncGenerator<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await text.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await text.return(undefined)
    },
  })
  const gzip = new CompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>> // accepts any bytes
  return source.pipeThrough(gzip) as unknown as AsyncIterable<Uint8Array> // workerd's streams can be iterated
}
