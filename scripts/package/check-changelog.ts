import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Checks that the first entry of CHANGELOG.md is for this version, and has a date. Returns the problems. */
export function checkChangelog(root: string, version: string): readonly string[] {
  const [, entry = ''] = /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  if (new RegExp(`^${version.replaceAll('.', '\\.')}, \\d{4}-\\d{2}-\\d{2}$`).test(entry)) return []
  return [`CHANGELOG.md begins with "${entry}", not with "${version}, " and a date.`]
}
