import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Number of the most common passwords that are refused (contract: "Passwords"). */
const COUNT = 10_000
/** Shorter ones are refused for their length. */
const SHORTEST = 8

/** By frequency; from `@zxcvbn-ts/language-common` (MIT), which gathers lists of passwords that have leaked. */
const SOURCE = fileURLToPath(
  new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url),
)

/** The list of passwords that nobody may choose, as JSON. */
export function buildPasswords(): string {
  const ranked = JSON.parse(readFileSync(SOURCE, 'utf8')) as readonly string[]
  return JSON.stringify(ranked.slice(0, COUNT).filter((password) => password.length >= SHORTEST))
}
