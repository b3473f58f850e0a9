/**
 * Writes `src/runtime/passwords/common.ts` from a list of passwords by frequency, as the package
 * `@zxcvbn-ts/language-common` has it:
 *
 *     npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 *     node scripts/common-passwords.ts package/src/passwords.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

const COUNT = 10_000
/** Shorter ones are refused for their length. */
const SHORTEST = 8
const WIDTH = 118

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('name the JSON file: node scripts/common-passwords.ts passwords.json')
const ranked = JSON.parse(readFileSync(source, 'utf8')) as readonly string[]
const kept = ranked.slice(0, COUNT).filter((password) => password.length >= SHORTEST && /^[\w.@#!*+-]+$/.test(password))

const lines: string[] = ['']
for (const password of kept) {
  const last = lines.at(-1) ?? ''
  if (last.length + password.length >= WIDTH) lines.push(password)
  else lines[lines.length - 1] = last === '' ? password : `${last} ${password}`
}
writeFileSync(
  new URL('../src/runtime/passwords/common.ts', import.meta.url),
  `// The ${COUNT.toLocaleString('en')} most common passwords, those with at least ${SHORTEST} characters, most common first.
// From @zxcvbn-ts/language-common 4.1.3 (MIT, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts)
// by scripts/common-passwords.ts.
const PASSWORDS = \`
${lines.join('\n')}
\`

/** In lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(PASSWORDS.trim().split(/\\s+/))
`,
)
