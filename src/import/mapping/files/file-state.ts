import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { ProjectDatabase } from 'lintel/importing'
import * as z from 'zod'
import type { LibraryItem } from '../record-store.ts'

/** Files that earlier runs have uploaded: one per line, in a file beside the mapping. */
export interface FileState {
  readonly path: string
  readonly find: (key: string) => LibraryItem | null
  readonly add: (key: string, item: LibraryItem) => void
}

const line = z.object({ env: z.string(), key: z.string(), id: z.string(), url: z.string() })

/** Number of items in one query. */
const AT_ONCE = 500

/**
 * Reads which files earlier runs have uploaded to an environment. Files that its library no longer has are left out.
 * @param table table of the library; `undefined` if there is none, in which case no file counts as uploaded
 */
export async function openFileState(
  mappingPath: string,
  env: string,
  database: ProjectDatabase,
  table: string | undefined,
): Promise<FileState> {
  const path = `${mappingPath.replace(/\.ya?ml$/i, '')}.files.ndjson`
  const noted = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(readLine) : []
  const known = new Map(noted.filter((item) => item.env === env).map(({ key, id, url }) => [key, { id, url }]))
  const existing = table === undefined ? new Set() : await existingIds(database, table, [...known.values()])
  return {
    path,
    find(key) {
      const item = known.get(key)
      return item !== undefined && existing.has(item.id) ? item : null
    },
    add(key, item) {
      appendFileSync(path, `${JSON.stringify({ env, key, ...item })}\n`)
    },
  }
}

/** Parses a line. A line that an interrupted run has left incomplete is ignored. */
function readLine(text: string): z.output<typeof line>[] {
  try {
    return [line.parse(JSON.parse(text))]
  } catch {
    return []
  }
}

async function existingIds(
  database: ProjectDatabase,
  table: string,
  items: readonly LibraryItem[],
): Promise<Set<string>> {
  const sql = `SELECT "id" FROM "${table}" WHERE "id" IN (SELECT "value" FROM json_each(?1))`
  const found = new Set<string>()
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const ids = items.slice(from, from + AT_ONCE).map(({ id }) => id)
    const [rows = []] = await database.run<{ id: string }>([{ sql, values: [JSON.stringify(ids)] }])
    for (const { id } of rows) found.add(id)
  }
  return found
}
