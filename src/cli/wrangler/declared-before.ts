import { join } from 'node:path'
import * as z from 'zod'
import { readText } from '../../compile/index.ts'
import { LOCK_FILE } from '../../compile/schema/files/lock-format.ts'
import { readAtCommit } from '../git.ts'

const environment = z.object({
  analytics: z.string().optional(),
  domain: z.string().nullish(),
  images: z.boolean().optional(),
  queue: z.string().optional(),
  vars: z.record(z.string(), z.string()).default({}),
})
const lock = z.object({ environments: z.record(z.string(), environment) })

/** Earlier declaration of an environment. */
export type DeclaredBefore = z.output<typeof environment>

/**
 * Reads the earlier declarations of the config, by environment: those in the lock on disk, and those in the last
 * committed lock. An entry of `wrangler.toml` that equals such a declaration, and is no longer declared, was written by
 * the compiler. Must be called before the lock is written.
 */
export function readDeclaredBefore(root: string): Readonly<Record<string, readonly DeclaredBefore[]>> {
  const texts = [readText(join(root, LOCK_FILE)), readAtCommit(root, { ref: 'HEAD', commit: 'HEAD' }, LOCK_FILE)]
  const found: Record<string, DeclaredBefore[]> = {}
  for (const text of new Set(texts)) {
    for (const [name, declared] of Object.entries(environmentsOf(text)))
      found[name] = [...(found[name] ?? []), declared]
  }
  return found
}

/** Parses the environments in a lock. A lock that cannot be read counts as one without environments. */
function environmentsOf(text: string | null): z.output<typeof lock>['environments'] {
  if (text === null) return {}
  try {
    return lock.safeParse(JSON.parse(text)).data?.environments ?? {}
  } catch {
    return {}
  }
}
