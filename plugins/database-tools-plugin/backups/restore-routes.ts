import { defineRoute } from 'lintel'
import { audit, environmentOf, findService, manifestOf } from 'lintel/kit'
import * as z from 'zod'
import { ok } from '../ok.ts'
import { previewRestore, requireRestore, restore } from './restore.ts'

const PROBLEMS = ['not_found', 'conflict', 'invalid_credentials', 'rate_limited'] as const

/** Shows what a restore would change, and the form that asks for the name of the service to confirm it. */
export const askRestore = defineRoute({
  method: 'GET',
  path: '/admin/database/backups/:key/restore',
  access: ['admin'],
  summary: 'What restoring a backup changes, and what must be typed to confirm it',
  returns: ok(
    z.strictObject({
      key: z.string(),
      createdAt: z.iso.datetime({ precision: 3 }),
      rows: z.int().meta({ description: 'Number of rows in the backup.' }),
      obstacle: z
        .string()
        .nullable()
        .meta({ description: 'Reason why the backup cannot be restored here; `null` if it can.' }),
      tables: z
        .array(z.strictObject({ name: z.string(), now: z.int(), backup: z.int() }))
        .readonly()
        .meta({ description: 'Rows of each table, now and in the backup.' }),
      name: z.string().meta({ description: 'Name of the service, which must be typed to confirm the restore.' }),
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
  summary: 'Replace the data in the database with a backup, after backing up the current data',
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
