import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files that wrangler reads in preference to `wrangler.toml` when no file is given: its two other names, and the one in
 * which build tools redirect it.
 */
const RIVALS = ['wrangler.json', 'wrangler.jsonc', '.wrangler/deploy/config.json']

/** Those that a project has. */
export function findRivals(root: string): readonly string[] {
  return RIVALS.filter((path) => existsSync(join(root, path)))
}
