/**
 * Runs two public scanners, sqlmap and wapiti (`apt-get install sqlmap wapiti`), against a running server whose
 * data may be damaged, and prints their findings. Signs in as the administrator, so that they reach all pages.
 * Their guesses exhaust the limit on failed sign-ins: a second run must wait, or use a new database.
 *
 *   npm run scan                              # http://localhost:8787, the administrator of .dev.vars
 *   npm run scan -- --url http://localhost:9000 --email me@example.com --password … --level 3
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { explain } from './explained.ts'
import { signIn } from './sign-in.ts'
import { runSqlmap } from './sqlmap.ts'
import { TARGETS } from './targets.ts'
import { runWapiti } from './wapiti.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8787' },
    email: { type: 'string' },
    password: { type: 'string' },
    level: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '300' },
  },
})

const local = existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {}
const email = values.email ?? local.ADMIN_EMAIL ?? 'admin@localhost'
const password = values.password ?? local.ADMIN_PASSWORD ?? ''

try {
  const token = await signIn(values.url, email, password)
  const folder = mkdtempSync(join(tmpdir(), 'scan-'))
  const findings: string[] = []
  for (const target of TARGETS) {
    const found = await runSqlmap({ url: values.url, token, target, level: Number(values.level), folder })
    console.log(`${found.length === 0 ? '✓' : '✗'} sqlmap ${target.method} ${target.path}`)
    findings.push(...found)
  }
  const found = await runWapiti({ url: values.url, token, seconds: Number(values.seconds), folder })
  console.log(`${found.every((finding) => explain(finding) !== null) ? '✓' : '✗'} wapiti`)
  findings.push(...found)
  for (const finding of findings) console.log(`${finding}${reasonOf(finding)}`)
  const open = findings.filter((finding) => explain(finding) === null)
  console.log(`${open.length} of ${findings.length} findings to be looked at; reports are in ${folder}`)
  if (open.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

function reasonOf(finding: string): string {
  const reason = explain(finding)
  return reason === null ? '' : ` (${reason})`
}
