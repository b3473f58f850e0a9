import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Number of the most common passwords to consider; the list contains those with at least `SHORTEST` characters. */
const COUNT = 10_000
/** Minimum length; shorter passwords are rejected anyway. */
const SHORTEST = 8

/** Passwords by frequency, from `@zxcvbn-ts/language-common` (MIT), which collects leaked passwords. */
const SOURCE = fileURLToPath(
  new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url),
)

/** Builds the list of passwords that nobody may choose, as JSON. */
export function buildPasswords(): string {
  const ranked = JSON.parse(readFileSync(SOURCE, 'utf8')) as readonly string[]
  return JSON.stringify(ranked.slice(0, COUNT).filter((password) => password.length >= SHORTEST))
}
