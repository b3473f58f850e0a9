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

/** Former declaration of an environment at some time before. */
export type DeclaredBefore = z.output<typeof environment>

/**
 * Former declarations of the config, by environment: as the lock on disk says it, and the one that was committed last.
 * What stands in `wrangler.toml` just so, and is declared no longer, was written from there. To be read before the
 * lock is
 * written anew.
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

/** A lock that cannot be read says nothing of what was: what keeps it from being read is told by the compiler. */
function environmentsOf(text: string | null): z.output<typeof lock>['environments'] {
  if (text === null) return {}
  try {
    return lock.safeParse(JSON.parse(text)).data?.environments ?? {}
  } catch {
    return {}
  }
}
