import { inArray, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { isOutdated } from '../images/variant.ts'
import { DERIVED, FILES, INCOMING, keyOfPlace, nameInPlace } from '../storage/keys.ts'
import { storageOf } from '../storage/open.ts'
import type { StoredObject } from '../storage/storage.ts'
import { mediaFiles, mediaUploads } from '../tables.ts'

const HOUR = 3_600_000
/** Maximum number of pages of the storage's list that one run reads. */
const PAGES = 20

/**
 * Result of a run: the objects that were deleted, or that would have been deleted without `dryRun`; the number of
 * objects checked; and the position at which the next run continues.
 */
export const swept = z.strictObject({
  orphans: z.array(z.strictObject({ key: z.string(), size: z.int() })),
  checked: z.int(),
  cursor: z.string().nullable().meta({ description: 'Value of `cursor` for the next call; `null` at the end.' }),
})

export type Sweep = z.output<typeof swept>

export interface SweepOptions {
  /** True to report the objects without deleting them. */
  readonly dryRun: boolean
  /** Minimum age of objects, in hours: younger ones may not be recorded yet. */
  readonly olderThan: number
  /** Position at which the previous run ended. */
  readonly cursor?: string | undefined
}

/**
 * Finds objects of the library that belong to no file and no upload in progress, and variants of another version
 * (`isOutdated`). Deletes them, unless `dryRun` is true. Other objects are not touched.
 */
export async function sweepOrphans(c: RequestContext, { dryRun, olderThan, cursor }: SweepOptions): Promise<Sweep> {
  const storage = storageOf(c)
  const orphans: StoredObject[] = []
  let position = readPosition(cursor)
  let checked = 0
  const before = Date.now() - olderThan * HOUR
  for (let page = 0; page < PAGES && position !== null; page += 1) {
    const { objects, cursor: next } = await storage.list(position.prefix, position.cursor)
    checked += objects.length
    const old = objects.filter(({ uploadedAt }) => uploadedAt <= before)
    orphans.push(...(await withoutFile(c.var.db, old)))
    position = advance(position, next)
  }
  if (!dryRun && orphans.length > 0) await storage.delete(orphans.map(({ key }) => key))
  return {
    orphans: orphans.map(({ key, size }) => ({ key, size })),
    checked,
    cursor: position && JSON.stringify(position),
  }
}

/** Maximum number of runs in one scheduled trigger: 400,000 objects if a page has a thousand, in about 800 calls. */
const RUNS = 20

/**
 * Sweeps objects that are at least a day old, in as many runs as necessary and allowed (`RUNS`).
 * @returns how many objects were deleted, and whether all were checked
 */
export async function sweepAll(c: RequestContext): Promise<{ readonly count: number; readonly isWhole: boolean }> {
  let count = 0
  let cursor: string | undefined
  for (let run = 0; run < RUNS; run += 1) {
    const swept = await sweepOrphans(c, { dryRun: false, olderThan: 24, cursor })
    count += swept.orphans.length
    if (swept.cursor === null) return { count, isWhole: true }
    cursor = swept.cursor
  }
  return { count, isWhole: false }
}

/** Folders of the storage, in the order in which they are swept. */
const PREFIXES = [FILES, INCOMING, DERIVED]

interface Position {
  readonly prefix: string
  readonly cursor?: string | undefined
}

/** Parses a cursor; an invalid one starts from the beginning. */
function readPosition(cursor: string | undefined): Position | null {
  const start = { prefix: FILES }
  if (cursor === undefined) return start
  try {
    const { prefix, cursor: inner } = JSON.parse(cursor) as Record<string, unknown> // checked below
    if (typeof prefix !== 'string' || !PREFIXES.includes(prefix)) return start
    return typeof inner === 'string' ? { prefix, cursor: inner } : { prefix }
  } catch {
    return start
  }
}

function advance({ prefix }: Position, cursor: string | null): Position | null {
  if (cursor !== null) return { prefix, cursor }
  const next = PREFIXES[PREFIXES.indexOf(prefix) + 1]
  return next === undefined ? null : { prefix: next }
}

async function withoutFile(db: DrizzleD1Database, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const keys = objects.map(({ key }) => keyOfPlace(key)).filter((key) => key !== null)
  if (keys.length === 0) return []
  const among = sql`(SELECT "value" FROM json_each(${JSON.stringify(keys)}))`
  const [files, uploads] = await db.batch([
    db.select({ key: mediaFiles.filename }).from(mediaFiles).where(inArray(mediaFiles.filename, among)),
    db.select({ key: mediaUploads.filename }).from(mediaUploads).where(inArray(mediaUploads.filename, among)),
  ])
  const known = new Set([...files, ...uploads].map(({ key }) => key))
  return objects.filter(({ key }) => {
    const file = keyOfPlace(key)
    return file !== null && (!known.has(file) || (key.startsWith(DERIVED) && isOutdated(nameInPlace(key))))
  })
}
