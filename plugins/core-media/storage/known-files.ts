import { eq } from 'drizzle-orm'
import { log, type RequestContext } from 'lintel/kit'
import type { Replacement } from '../inspect/facts.ts'
import { mediaFiles } from '../tables.ts'

/** State of a file: `'deleted'` even for a file that never existed, `'unknown'` while the database does not respond. */
export type Known = { readonly replaced: readonly Replacement[] } | 'deleted' | 'unknown'

/** Time for which a file that another isolate has deleted may still be served here, in milliseconds. */
export const LIFETIME = 60_000
/** Maximum number of files that an isolate remembers. */
const REMEMBERED = 1000
/** Maximum time for the database's response, in milliseconds: serving a file never waits longer for it. */
const PATIENCE = 1000
/** Time for which the database is not asked again after it failed to respond, in milliseconds. */
const PAUSE = 5000

const remembered = new Map<string, { readonly known: Known; readonly until: number }>()
let silentUntil = 0

/**
 * Looks up whether a file still exists, and which ranges of it must not be served as stored. If the file exists, the
 * answer is remembered for a minute (`LIFETIME`).
 */
export async function knownFile(c: RequestContext, key: string): Promise<Known> {
  const now = Date.now()
  const found = remembered.get(key)
  if (found && found.until > now) return found.known
  if (silentUntil > now) return 'unknown'
  const known = await lookUp(c, key)
  if (known === 'unknown') silentUntil = now + PAUSE
  else if (known !== 'deleted') remember(key, known)
  return known
}

/** Forgets what is remembered about files that were deleted, so that the next request for them asks the database. */
export function forgetFiles(keys: readonly string[]): void {
  for (const key of keys) remembered.delete(key)
}

async function lookUp(c: RequestContext, key: string): Promise<Known> {
  const query = c.var.db
    .select({ metadata: mediaFiles.metadata })
    .from(mediaFiles)
    .where(eq(mediaFiles.filename, key))
    .then(([file]): Known => (file ? { replaced: file.metadata?.replaced ?? [] } : 'deleted'))
    .catch((error: unknown): Known => {
      log(c, 'warn', { type: 'media', message: 'a file is served without asking the database', error: String(error) })
      return 'unknown'
    })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Known>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), PATIENCE)
  })
  return Promise.race([query, late]).finally(() => clearTimeout(timer))
}

function remember(key: string, known: Known): void {
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, { known, until: Date.now() + LIFETIME })
}
