import { count, sum } from 'drizzle-orm'
import { callApi, type RequestContext, refusalIn } from 'lintel/kit'
import * as z from 'zod'
import { mediaFiles } from '../tables.ts'

const setting = z.strictObject({
  name: z.string(),
  description: z.string().nullable(),
  value: z.unknown(),
  source: z.enum(['environment', 'config', 'default']),
})
const storedType = z.strictObject({
  type: z.string(),
  files: z.int(),
  size: z.int().meta({ description: 'Size in bytes, excluding thumbnails and variants.' }),
})

/** The settings, and the storage that each type of file uses, as the plugin's page shows them. */
export const settingsSchema = z.strictObject({ settings: z.array(setting), stored: z.array(storedType) })

export type Setting = z.output<typeof setting>
export type StoredType = z.output<typeof storedType>

export async function readSettings(c: RequestContext): Promise<z.output<typeof settingsSchema>> {
  const [plugin, stored] = await Promise.all([
    callApi(c, '/admin/plugins/core-media'),
    c.var.db
      .select({ type: mediaFiles.mimeType, files: count(), size: sum(mediaFiles.size).mapWith(Number) })
      .from(mediaFiles)
      .groupBy(mediaFiles.mimeType)
      .orderBy(mediaFiles.mimeType),
  ])
  if (!plugin.ok) throw refusalIn(plugin)
  const settings: readonly Setting[] = plugin.body.data.settings // as that route declares the settings, with their types
  return {
    settings: settings.map(({ name, description, value, source }) => ({ name, description, value, source })),
    stored,
  }
}
