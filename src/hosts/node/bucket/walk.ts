import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, orMissing, readText } from './files.ts'
import { folderOf, isShortened, RECORD, SEGMENT, segmentOf } from './names.ts'
import { firstOf, type Ordered, orderOf } from './order.ts'
import { parse } from './record.ts'

/** A range of a bucket's keys. */
export interface Wanted {
  readonly prefix: string
  /** Yields only keys after this one. */
  readonly after?: string | undefined
}

/** Number of a folder's entries that are sorted at once: slightly more than a page of a list. */
const AT_ONCE = 1024
/** Minimum number of entries of a folder that is remembered for the next page. */
const LARGE = 1000
/**
 * Age of a folder's last change, in milliseconds, from which on another change is certain to change the folder's
 * modification time.
 */
const SETTLED = 2000
/** Milliseconds for which a large folder is remembered. */
const REMEMBERED = 60_000

interface Entry extends Ordered {
  /** A key, or the common prefix of a folder's keys, which ends in `/`. */
  readonly key: string
  /** Absolute path of the folder; `null` for an object. */
  readonly path: string | null
}

/** Creates a function that yields the keys of a bucket in the order of their bytes, folder by folder. */
export function createWalk(bucket: string): (range: Wanted) => AsyncGenerator<string> {
  /** The last large folder that was listed, because the next page begins in the same folder. */
  let large: { readonly folder: string; readonly changed: number; readonly entries: readonly Entry[] } | undefined
  let timer: NodeJS.Timeout | undefined

  const entriesOf = async (folder: string, begin: string): Promise<readonly Entry[]> => {
    const { mtimeMs: changed } = await orMissing(stat(folder), { mtimeMs: 0 })
    if (large?.folder === folder && large.changed === changed) return large.entries
    const entries = await readEntries(folder, begin)
    if (entries.length < LARGE || changed > Date.now() - SETTLED) return entries
    large = { folder, changed, entries }
    clearTimeout(timer)
    timer = setTimeout(() => {
      large = undefined
    }, REMEMBERED).unref()
    return entries
  }
  async function* walk(folder: string, begin: string, range: Wanted): AsyncGenerator<string> {
    const entries = chosen(await entriesOf(folder, begin), range)
    let after = ''
    for (;;) {
      const part = firstOf(entries, after, AT_ONCE)
      for (const { key, path } of part) {
        if (path === null) yield key
        else yield* walk(path, key, range)
      }
      const last = part.at(-1)
      if (part.length < AT_ONCE || last === undefined) return
      after = last.order
    }
  }
  return (range) => {
    const { path, begin } = folderOf(bucket, range.prefix)
    return walk(path, begin, range)
  }
}

/** Returns the matching objects, and the folders that may contain some. */
function chosen(entries: readonly Entry[], { prefix, after = '' }: Wanted): Entry[] {
  const last = orderOf(after)
  return entries.filter(({ key, order, path }) => {
    const isWithin = key.startsWith(prefix) || (path !== null && prefix.startsWith(key))
    return isWithin && (order > last || (path !== null && after.startsWith(key)))
  })
}

/** Lists the objects and folders in a folder, in any order. */
async function readEntries(folder: string, begin: string): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const name of namesIn(folder)) {
    const isObject = name.endsWith(RECORD)
    const named = isObject ? name.slice(0, -RECORD.length) : name
    const segment = isShortened(named) ? await readSegment(folder, name, isObject) : segmentOf(named)
    if (segment === null) continue
    const key = isObject ? begin + segment : `${begin + segment}/`
    found.push({ key, order: orderOf(key), path: isObject ? null : join(folder, name) })
  }
  return found
}

/** Returns the part of a key that a shortened name stands for; `null` if it is unknown. */
async function readSegment(folder: string, name: string, isObject: boolean): Promise<string | null> {
  if (!isObject) return readText(join(folder, name, SEGMENT))
  const record = parse((await readText(join(folder, name))) ?? '')
  return record?.key.split('/').at(-1) ?? null
}
