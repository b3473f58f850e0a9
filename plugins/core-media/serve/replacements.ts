import { eq } from 'drizzle-orm'
import type { RequestContext } from 'lintel/kit'
import type { Replacement } from '../inspect/facts.ts'
import { mediaFiles } from '../tables.ts'

/** Files that an isolate remembers: what is written down with a file never changes in this. */
const REMEMBERED = 1000
const remembered = new Map<string, readonly Replacement[]>()

/**
 * What of a file is not to be served as it is stored.
 * @returns `null` for a file that the library does not know, or not yet: then nobody can tell
 */
export async function replacementsOf(c: RequestContext, key: string): Promise<readonly Replacement[] | null> {
  const known = remembered.get(key)
  if (known) return known
  const [file] = await c.var.db
    .select({ metadata: mediaFiles.metadata })
    .from(mediaFiles)
    .where(eq(mediaFiles.filename, key))
  if (!file) return null
  const replaced = file.metadata?.replaced ?? []
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, replaced)
  return replaced
}
