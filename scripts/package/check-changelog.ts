import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reasons for which CHANGELOG.md does not fit a version that is to be published: its first entry must be of that version, with a date. */
export function checkChangelog(root: string, version: string): readonly string[] {
  const [, entry = ''] = /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  if (new RegExp(`^${version.replaceAll('.', '\\.')}, \\d{4}-\\d{2}-\\d{2}$`).test(entry)) return []
  return [`CHANGELOG.md begins with "${entry}", not with "${version}, " and a date.`]
}
