import { defineRoute } from 'lintel'
import { audit, HttpError, isPageRequest, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { done, succeeded } from '../answers.ts'
import { settings } from '../settings.ts'
import { deleteBackup, listBackups, openBackup } from './bucket.ts'
import { makeBackup } from './make-backup.ts'

const backup = z.strictObject({
  key: z.string(),
  size: z.int().meta({ description: 'Bytes, compressed.' }),
  createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'The moment of which it is.' }),
  tables: z.int(),
  rows: z.int(),
})

const none = z.strictObject({})

export const createBackup = defineRoute({
  method: 'POST',
  path: '/admin/database/backup',
  access: ['admin'],
  summary: 'Write the whole database, as it is at one moment, into the bucket',
  input: { json: none.optional(), form: z.object({}) },
  responses: { 200: succeeded(backup), 303: null },
  problems: ['not_found'],
  handler: async (c, { form }) => {
    requireBackups(c)
    const made = await makeBackup(c)
    await audit(c, { action: 'database.backup', details: { ...made } })
    if (form !== undefined && isPageRequest(c)) return c.redirect('/admin/database/backups?made=1', 303)
    return done(c, made)
  },
})

export const backups = defineRoute({
  method: 'GET',
  path: '/admin/database/backups',
  access: ['admin'],
  summary: 'Backups in the bucket, newest first',
  input: { query: z.strictObject({ made: z.string().max(10).optional() }) },
  responses: { 200: succeeded(z.array(backup)) },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    requireBackups(c)
    const all = await listBackups(c)
    if (!isPageRequest(c)) return done(c, all)
    const { backupsPage } = await import('../pages/backups-page.tsx')
    const { show } = await import('../pages/show.tsx')
    return show(c, 'backups', backupsPage(c, all, { made: query.made !== undefined }))
  },
})

export const downloadBackup = defineRoute({
  method: 'GET',
  path: '/admin/database/backups/:key',
  access: ['admin'],
  summary: 'A backup: gzip, or SQL as text with `format=sql`',
  input: { query: z.strictObject({ format: z.enum(['gzip', 'sql']).default('gzip') }) },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    requireBackups(c)
    const key = c.req.param('key') ?? ''
    const { body, size } = await openBackup(c, key)
    await audit(c, { action: 'database.backup_read', details: { key } })
    const isText = query.format === 'sql'
    const name = isText ? key.replace(/\.gz$/, '') : key
    const content = body as unknown as ReadableStream<Uint8Array<ArrayBuffer>> // the same streams, by another library's types
    return new Response(isText ? content.pipeThrough(new DecompressionStream('gzip')) : content, {
      headers: {
        'Content-Type': isText ? 'application/sql; charset=utf-8' : 'application/gzip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
        ...(isText ? {} : { 'Content-Length': String(size) }),
      },
    })
  },
})

export const removeBackup = defineRoute({
  method: 'DELETE',
  path: '/admin/database/backups/:key',
  access: ['admin'],
  summary: 'Delete a backup',
  responses: { 204: null },
  problems: ['not_found'],
  handler: async (c) => {
    await remove(c)
    return c.body(null, 204)
  },
})

export const submitRemoval = defineRoute({
  method: 'POST',
  path: '/admin/database/backups/:key/delete',
  access: ['admin'],
  summary: 'Delete a backup by its form',
  input: { form: z.object({}) },
  responses: { 303: null },
  problems: ['not_found'],
  handler: async (c) => {
    await remove(c)
    return c.redirect('/admin/database/backups', 303)
  },
})

async function remove(c: RequestContext): Promise<void> {
  requireBackups(c)
  const key = c.req.param('key') ?? ''
  await deleteBackup(c, key)
  await audit(c, { action: 'database.backup_delete', details: { key } })
}

function requireBackups(c: RequestContext): void {
  if (settingsOf(c, settings).enableBackups) return
  throw new HttpError('not_found', t('Backups are turned off in the settings of database-tools-plugin.'))
}
