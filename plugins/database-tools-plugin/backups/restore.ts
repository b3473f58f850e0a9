import type { HostObjectBody } from 'lintel'
import {
  compareRows,
  environmentOf,
  findService,
  HttpError,
  log,
  manifestOf,
  type RequestContext,
  restoreRows,
  settingsOf,
  t,
} from 'lintel/kit'
import { settings } from '../settings.ts'
import { openBackup, placeOf, toBackup } from './bucket.ts'
import { backupDatabase, makeBackup } from './make-backup.ts'

/** Result of a restore. */
export interface Restored {
  /** Key of the backup that was put back. */
  readonly key: string
  readonly tables: number
  readonly rows: number
  /** Key of the backup that was made of what was there before. */
  readonly before: string
}

/** Confirmation that a restore takes. */
export interface Confirmation {
  /** Name of the service, as typed. */
  readonly name: string
  readonly password?: string | undefined
}

/** @throws HttpError `not_found` where the settings turn it off */
export function requireRestore(c: RequestContext): void {
  const { enableBackups, enableRestore } = settingsOf(c, settings)
  if (enableBackups && enableRestore) return
  throw new HttpError('not_found', t('Restoring is turned off in the settings of database-tools-plugin.'))
}

/**
 * Replaces what is in the database by a backup, after a backup of what is there.
 * @throws HttpError `not_found`; `validation_failed` for another name, or where the password is missing; `conflict` for a
 * backup that does not go in: nothing has changed then
 */
export async function restore(c: RequestContext, key: string, { name, password }: Confirmation): Promise<Restored> {
  await requireSame(c, name)
  await (await findService(c, 'accounts'))?.requireProof(password)
  const backup = await openBackup(c, key)
  const before = await makeBackup(c, key)
  const { tables, rows } = await restoreRows(
    backupDatabase(c.env.DB),
    { name: key, text: textOf(backup) },
    keptTables(c),
  )
  log(c, 'warn', { type: 'restore', key, rows, before: before.key })
  return { key, tables, rows, before: before.key }
}

/** A backup, and what restoring it would change. @throws HttpError `not_found` */
export async function previewRestore(c: RequestContext, key: string) {
  const backup = await openBackup(c, key)
  const { size, customMetadata = {} } = backup
  const text = { name: key, text: textOf(backup) }
  const compared = await compareRows(backupDatabase(c.env.DB), text, keptTables(c))
  return { ...toBackup({ key: placeOf(key), size, customMetadata }), ...compared }
}

/** Tables that plugins want left as they are. */
function keptTables(c: RequestContext): ReadonlySet<string> {
  return new Set(manifestOf(c).plugins.flatMap((plugin) => plugin.keptTables))
}

async function requireSame(c: RequestContext, name: string): Promise<void> {
  const wanted = manifestOf(c).name
  if (name.trim() === wanted) return
  const message = t('Type {name}, the name of this service, to restore {environment}.', {
    name: wanted,
    environment: environmentOf(c).name,
  })
  throw new HttpError('validation_failed', message, { errors: [{ path: 'name', code: 'invalid', message }] })
}

function textOf({ body }: HostObjectBody): AsyncIterable<string> {
  const text = body.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream())
  return text as unknown as AsyncIterable<string> // workerd's streams can be iterated
}
