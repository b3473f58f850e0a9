import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** Modules that need no network connection except to the server. */
const MODULES =
  'backup,cookieflags,crlf,csp,csrf,exec,file,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

interface Options {
  readonly url: string
  readonly token: string
  /** Maximum time for exploring, and again for attacking, in seconds. */
  readonly seconds: number
  readonly folder: string
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Entry[]>>
  readonly anomalies: Readonly<Record<string, readonly Entry[]>>
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly info: string
}

/**
 * Runs wapiti.
 * @returns the vulnerabilities and anomalies that it reports
 * @throws Error if it writes no report
 */
export async function runWapiti({ url, token, seconds, folder }: Options): Promise<string[]> {
  const report = join(folder, 'wapiti.json')
  const said = await run('wapiti', [
    ...['-u', `${url.replace(/\/$/, '')}/admin/`, '-s', `${url}/docs`, '-s', `${url}/auth/login`, '--scope', 'domain'],
    ...['-m', MODULES, '-H', `Authorization: Bearer ${token}`],
    ...['--max-scan-time', String(seconds), '--flush-session', '-f', 'json', '-o', report, '--store-session', folder],
  ])
  const { vulnerabilities, anomalies } = readReport(report, said)
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([name, entries]) =>
    entries.map(({ method, path, info }) => `wapiti: ${name}: ${method} ${path}: ${info}`),
  )
}

function readReport(path: string, said: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report // the format of wapiti's reports
  } catch {
    throw new Error(`wapiti made no report:\n${said.slice(-2000)}`)
  }
}
