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
  /** Key of the restored backup. */
  readonly key: string
  readonly tables: number
  readonly rows: number
  /** Key of the backup that was made of the data before the restore. */
  readonly before: string
}

/** Confirmation that a restore requires. */
export interface Confirmation {
  /** Name of the service, as typed. */
  readonly name: string
  readonly password?: string | undefined
}

/**
 * Requires that the settings allow restoring.
 * @throws HttpError `not_found` if they do not
 */
export function requireRestore(c: RequestContext): void {
  const { enableBackups, enableRestore } = settingsOf(c, settings)
  if (enableBackups && enableRestore) return
  throw new HttpError('not_found', t('Restoring is turned off in the settings of database-tools-plugin.'))
}

/**
 * Replaces the data in the database with a backup, after creating a backup of the current data.
 * @throws HttpError `not_found`; `validation_failed` for a wrong name, or a missing password; `invalid_credentials`,
 * `rate_limited`; `conflict` for a backup that cannot be restored: in this case the data has not changed
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

/**
 * Returns a backup, and what restoring it would change.
 * @throws HttpError `not_found`
 */
export async function previewRestore(c: RequestContext, key: string) {
  const backup = await openBackup(c, key)
  const { size, customMetadata = {} } = backup
  const text = { name: key, text: textOf(backup) }
  const compared = await compareRows(backupDatabase(c.env.DB), text, keptTables(c))
  return { ...toBackup({ key: placeOf(key), size, customMetadata }), ...compared }
}

/** Returns the names of tables that plugins exclude from restores. */
function keptTables(c: RequestContext): ReadonlySet<string> {
  return new Set(manifestOf(c).plugins.flatMap((plugin) => plugin.keptTables))
}

async function requireSame(c: RequestContext, name: string): Promise<void> {
  const serviceName = manifestOf(c).name
  if (name.trim() === serviceName) return
  const message = t('Type {name}, the name of this service, to restore {environment}.', {
    name: serviceName,
    environment: environmentOf(c).name,
  })
  throw new HttpError('validation_failed', message, { errors: [{ path: 'name', code: 'invalid', message }] })
}

function textOf({ body }: HostObjectBody): AsyncIterable<string> {
  const text = body.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream())
  return text as unknown as AsyncIterable<string> // workerd's streams can be iterated
}
