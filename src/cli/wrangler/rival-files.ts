import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What wrangler reads in place of `wrangler.toml` when no file is named to it: its other two names, which come first, and
 * where build tools say that the configuration lies elsewhere.
 */
const RIVALS = ['wrangler.json', 'wrangler.jsonc', '.wrangler/deploy/config.json']

/** Those that a project has. */
export function findRivals(root: string): readonly string[] {
  return RIVALS.filter((path) => existsSync(join(root, path)))
}
