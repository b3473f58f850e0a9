import { sql } from 'drizzle-orm'
import { slugify } from 'lintel'
import { type RequestContext, runStatements, serviceOf } from 'lintel/kit'
import { identityOf } from '../identity.ts'
import { createRandom } from '../random.ts'
import { recordStatement } from '../records.ts'
import { ENGLISH } from '../values/languages/languages.ts'
import { words } from '../values/text.ts'
import { paperOf } from './paper.ts'
import { pictureOf } from './picture.ts'

/** Functions that make files, by MIME type. */
const MAKERS = {
  'image/png': { ending: 'png', make: pictureOf },
  'application/pdf': { ending: 'pdf', make: async (key: readonly (string | number)[]) => paperOf(key) },
} as const

export type MediaType = keyof typeof MAKERS
export const MEDIA_TYPES = Object.keys(MAKERS) as [MediaType, ...MediaType[]] // the list is not empty

/**
 * Uploads files through the media library, which treats them like any other. Existing files are skipped. The record is
 * stored first, so that an interrupted call leaves no file without a record.
 * @returns ids of the items that were made
 */
export async function fillMedia(
  c: RequestContext,
  { seed, positions, types }: { seed: number; positions: readonly number[]; types: readonly MediaType[] },
): Promise<readonly string[]> {
  const media = await serviceOf(c, 'media')
  const slots = positions.map((position) => ({ position, id: identityOf(seed, 'media', position).id }))
  const there = await findThere(
    c,
    slots.map(({ id }) => id),
  )
  const made: string[] = []
  for (const { id, position } of slots) {
    if (there.has(id)) continue
    await runStatements(c, [recordStatement([{ kind: 'media', id, collection: 'media', seed, position }])])
    const type = types[position % Math.max(1, types.length)] ?? 'image/png'
    const key = [seed, 'media', position]
    const name = `${slugify(words(createRandom([...key, 'name']), 2, ENGLISH))}-${position + 1}.${MAKERS[type].ending}`
    await media.uploadFile({ name, type, content: await MAKERS[type].make(key) }, { id })
    made.push(id)
  }
  return made
}

async function findThere(c: RequestContext, ids: readonly string[]): Promise<Set<string>> {
  const rows = await c.var.db.all<{ id: string }>(
    sql`SELECT "id" FROM "media" WHERE "id" IN (SELECT "value" FROM json_each(${JSON.stringify(ids)}))`,
  )
  return new Set(rows.map(({ id }) => id))
}
