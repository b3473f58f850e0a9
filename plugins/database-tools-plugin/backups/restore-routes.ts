import { defineRoute } from 'lintel'
import { audit, environmentOf, findService, manifestOf } from 'lintel/kit'
import * as z from 'zod'
import { ok } from '../ok.ts'
import { previewRestore, requireRestore, restore } from './restore.ts'

const PROBLEMS = ['not_found', 'conflict', 'invalid_credentials', 'rate_limited'] as const

/**
 * Shows the page that asks for confirmation of a restore: what is lost, what is restored, and a field for the name of
 * the service.
 */
export const askRestore = defineRoute({
  method: 'GET',
  path: '/admin/database/backups/:key/restore',
  access: ['admin'],
  summary: 'What a restore of a backup replaces, and what it asks for',
  returns: ok(
    z.strictObject({
      key: z.string(),
      createdAt: z.iso.datetime({ precision: 3 }),
      rows: z.int().meta({ description: 'In the backup.' }),
      obstacle: z.string().nullable().meta({ description: 'Why it cannot be restored here.' }),
      tables: z
        .array(z.strictObject({ name: z.string(), now: z.int(), backup: z.int() }))
        .readonly()
        .meta({ description: 'Rows of each table, now and in the backup.' }),
      name: z.string().meta({ description: 'What has to be typed: the name of the service.' }),
      environment: z.string(),
      needsPassword: z.boolean(),
    }),
  ),
  problems: ['not_found'],
  load: async (c, { params: { key } }) => {
    requireRestore(c)
    const { createdAt, rows, obstacle, tables } = await previewRestore(c, key)
    const accounts = await findService(c, 'accounts')
    const needsPassword = (await accounts?.needsPassword()) ?? false
    const data = {
      key,
      createdAt,
      rows,
      obstacle,
      tables,
      name: manifestOf(c).name,
      environment: environmentOf(c).name,
    }
    return { data: { ...data, needsPassword } }
  },
  page: () => import('./restore-page.tsx'),
})

export const restoreBackup = defineRoute({
  method: 'POST',
  path: '/admin/database/backups/:key/restore',
  access: ['admin'],
  summary: 'Replace what is in the database by a backup, after a backup of what is there',
  input: {
    body: z.strictObject({
      name: z.string().max(200).meta({ description: 'The name of the service, as a confirmation.' }),
      password: z.string().max(256).optional().meta({ description: 'Required if you signed in too long ago.' }),
    }),
  },
  returns: ok(z.strictObject({ key: z.string(), tables: z.int(), rows: z.int(), before: z.string() })),
  problems: PROBLEMS,
  act: async (c, { params: { key }, body }) => {
    requireRestore(c)
    const data = await restore(c, key, body)
    await audit(c, { action: 'database.restore', details: { ...data } })
    return { data }
  },
  to: ({ data }) => `/admin/database/backups?restored=${data.rows}`,
  again: askRestore,
})
