import { defineRoute } from 'lintel'
import { audit } from 'lintel/kit'
import * as z from 'zod'
import { sweepOrphans, swept } from '../sweep/sweep.ts'
import { readSettings, settingsSchema } from './stored.ts'

export const settingsRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/settings',
  access: ['admin'],
  summary: 'Settings of the library, and what is stored',
  returns: z.strictObject({ data: settingsSchema }),
  load: async (c) => ({ data: await readSettings(c) }),
  page: () => import('./pages/settings-page.tsx'),
})

export const sweepFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/settings/sweep',
  access: ['admin'],
  summary: 'Look for stored objects that belong to no file, from the settings page; `delete` deletes them',
  input: { form: z.object({ delete: z.string().optional() }) },
  returns: z.strictObject({ data: settingsSchema.extend({ swept: swept.extend({ dryRun: z.boolean() }) }) }),
  act: async (c, { form }) => {
    const dryRun = form.delete !== 'true'
    const found = await sweepOrphans(c, { dryRun, olderThan: 24 })
    await audit(c, { action: 'core-media.sweep' })
    return { data: { ...(await readSettings(c)), swept: { ...found, dryRun } } }
  },
  page: () => import('./pages/settings-page.tsx'),
})
