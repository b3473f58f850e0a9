import { count, sum } from 'drizzle-orm'
import { defineRoute } from 'lintel'
import { type RequestContext, readForm } from 'lintel/kit'
import * as z from 'zod'
import { mediaFiles } from '../tables.ts'
import { askApi, wantsPage } from './ask-api.ts'
import { rightsOf } from './library.ts'
import type { Setting, SweepOutcome } from './stored.ts'

const pages = () => import('./pages/show-settings.tsx')

const setting = z.strictObject({
  name: z.string(),
  description: z.string().nullable(),
  value: z.unknown(),
  source: z.enum(['environment', 'config', 'default']),
})
const storedType = z.strictObject({ type: z.string(), files: z.int(), size: z.int() })

export const settingsRoute = defineRoute({
  method: 'GET',
  path: '/admin/media/settings',
  access: ['admin'],
  summary: 'Settings of the library, and what is stored',
  responses: {
    200: z.strictObject({
      success: z.literal(true),
      data: z.strictObject({ settings: z.array(setting), stored: z.array(storedType) }),
    }),
  },
  handler: async (c) => {
    if (wantsPage(c)) return show(c, null)
    const { settings, stored } = await readSettings(c)
    return c.json({ success: true, data: { settings, stored } })
  },
})

export const sweepFormRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/settings/sweep',
  access: ['admin'],
  audit: false, // the sweep itself writes the line
  summary: 'Look for stored objects that belong to no file, from the page of settings; `delete` deletes them',
  handler: async (c) => {
    const dryRun = (await readForm(c)).get('delete') !== 'true'
    const answer = await askApi<{ data: Omit<SweepOutcome, 'dryRun'> }>(c, '/admin/media/sweep', {
      method: 'POST',
      json: { dryRun },
    })
    return show(c, { ...answer.data, dryRun })
  },
})

async function show(c: RequestContext, swept: SweepOutcome | null): Promise<Response> {
  const [{ showSettings }, found] = await Promise.all([pages(), readSettings(c)])
  return showSettings(c, { ...found, swept, rights: rightsOf(c) })
}

async function readSettings(c: RequestContext) {
  const [{ data }, rows] = await Promise.all([
    askApi<{ data: { usedAt: string | null; settings: (Setting & { type: unknown })[] } }>(
      c,
      '/admin/plugins/core-media',
    ),
    c.var.db
      .select({ type: mediaFiles.mimeType, files: count(), size: sum(mediaFiles.size).mapWith(Number) })
      .from(mediaFiles)
      .groupBy(mediaFiles.mimeType)
      .orderBy(mediaFiles.mimeType),
  ])
  const settings = data.settings.map(({ name, description, value, source }) => ({ name, description, value, source }))
  return { settings, usedAt: data.usedAt, stored: rows }
}
