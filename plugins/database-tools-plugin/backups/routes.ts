import { defineRoute } from 'lintel'
import { audit, HttpError, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { ok } from '../ok.ts'
import { settings } from '../settings.ts'
import { deleteBackup, listBackups, openBackup } from './bucket.ts'
import { makeBackup } from './make-backup.ts'

const backup = z.strictObject({
  key: z.string(),
  size: z.int().meta({ description: 'Compressed size in bytes.' }),
  createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'Time of the data in the backup.' }),
  tables: z.int(),
  rows: z.int(),
})

export const createBackup = defineRoute({
  method: 'POST',
  path: '/admin/database/backup',
  access: ['admin'],
  summary: 'Write a snapshot of the whole database to the bucket',
  returns: ok(backup),
  problems: ['not_found'],
  act: async (c) => {
    requireBackups(c)
    const data = await makeBackup(c)
    await audit(c, { action: 'database.backup', details: { ...data } })
    return { data }
  },
  to: '/admin/database/backups?made=1',
})

export const backups = defineRoute({
  method: 'GET',
  path: '/admin/database/backups',
  access: ['admin'],
  summary: 'Backups in the bucket, newest first',
  input: { query: z.strictObject({ made: z.string().max(10).optional(), restored: z.string().max(10).optional() }) },
  returns: ok(z.array(backup)),
  problems: ['not_found'],
  load: async (c) => {
    requireBackups(c)
    return { data: await listBackups(c) }
  },
  page: () => import('./page.tsx'),
})

export const downloadBackup = defineRoute({
  method: 'GET',
  path: '/admin/database/backups/:key',
  access: ['admin'],
  summary: 'A backup: gzip, or SQL as text with `format=sql`',
  input: { query: z.strictObject({ format: z.enum(['gzip', 'sql']).default('gzip') }) },
  problems: ['not_found'],
  handler: async (c, { params: { key }, query }) => {
    requireBackups(c)
    const { body, size } = await openBackup(c, key)
    await audit(c, { action: 'database.backup_read', details: { key } })
    const isText = query.format === 'sql'
    const name = isText ? key.replace(/\.gz$/, '') : key
    return new Response(isText ? body.pipeThrough(new DecompressionStream('gzip')) : body, {
      headers: {
        'Content-Type': isText ? 'application/sql; charset=utf-8' : 'application/gzip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
        ...(isText ? {} : { 'Content-Length': String(size) }),
      },
    })
  },
})

export const removeBackup = removing('DELETE', '/admin/database/backups/:key', 'Delete a backup')
export const submitRemoval = removing('POST', '/admin/database/backups/:key/delete', 'Delete a backup with its form')

function removing(method: 'DELETE' | 'POST', path: `/${string}/:key` | `/${string}/:key/delete`, summary: string) {
  return defineRoute({
    method,
    path,
    access: ['admin'],
    summary,
    returns: null,
    problems: ['not_found'],
    act: async (c, { params: { key } }) => {
      requireBackups(c)
      await deleteBackup(c, key)
      await audit(c, { action: 'database.backup_delete', details: { key } })
    },
    to: '/admin/database/backups',
  })
}

function requireBackups(c: RequestContext): void {
  if (settingsOf(c, settings).enableBackups) return
  throw new HttpError('not_found', t('Backups are turned off in the settings of database-tools-plugin.'))
}
