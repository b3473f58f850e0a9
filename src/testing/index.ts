/** `lintel/test`: starts the project's service for a test, with a database of its own. For Node. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface ServiceOptions {
  /** The project's folder. Default: the working directory. */
  readonly root?: string
  /** Variables and secrets in addition to those of the shell and of `.dev.vars`. */
  readonly variables?: Readonly<Record<string, string>>
}

/** A running service: `await using service = await startService()` stops it at the end of the block. */
export interface TestService extends AsyncDisposable {
  /** The service's address, without a trailing slash: `http://127.0.0.1:50123`. */
  readonly url: string
  /** Requests a path of the service: `service.fetch('/api/posts')`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Signs in as the first administrator. Returns the headers that authorize a request. */
  signIn(): Promise<{ readonly authorization: string }>
  stop(): Promise<void>
}

const EMAIL = 'admin@example.com'
const PASSWORD = 'a password of the tests alone'
const SECRETS = {
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: PASSWORD,
  JWT_SECRET: 'a secret of the tests alone, long enough for HS256',
}

/**
 * Starts the service like `cms dev`, on a free port and with a new database that is deleted when the service stops.
 * Data that the config creates at the first start in development, such as sample data, is included.
 * @throws Error with the config's mistakes, or with the error output of `cms dev` if the service does not start
 */
export async function startService({
  root = process.cwd(),
  variables = {},
}: ServiceOptions = {}): Promise<TestService> {
  const data = await mkdtemp(join(tmpdir(), 'lintel-test-'))
  const cms = fileURLToPath(new URL('src/cli/cms.js', import.meta.resolve('lintel/package.json')))
  const child = spawn(process.execPath, [cms, 'dev', '--port', '0', '--persist', data, '--json'], {
    cwd: root,
    env: { ...process.env, ...SECRETS, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await end(child)
    await rm(data, { recursive: true, force: true })
  }
  try {
    return serviceAt(await addressOf(child), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function serviceAt(url: string, stop: () => Promise<void>): TestService {
  const request: TestService['fetch'] = (path, init) => fetch(new URL(path, url), init)
  return {
    url,
    fetch: request,
    async signIn() {
      const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
      const headers = { 'content-type': 'application/json' }
      const response = await request('/api/auth/login', { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`The administrator cannot sign in: ${await response.text()}`)
      const { token } = (await response.json()) as { readonly token: string } // the response of a successful login
      return { authorization: `Bearer ${token}` }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/**
 * Returns the service's address as soon as it is ready. Keeps reading and discarding the log, so that the service never
 * blocks on output.
 */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The service has no output.') // `stdio` pipes both
  let errorOutput = ''
  child.stderr.on('data', (text) => {
    errorOutput += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const event = eventOf(line)
    if (event?.event === 'broken')
      throw new Error(`The config has mistakes:\n${event.diagnostics.map(inWords).join('\n')}`)
    if (event?.event !== 'ready') continue
    child.stdout.resume()
    return event.url
  }
  throw new Error(`The service did not start. ${errorOutput}`)
}

type DevEvent =
  | { readonly event: 'ready'; readonly url: string }
  | { readonly event: 'broken'; readonly diagnostics: readonly Mistake[] }

interface Mistake {
  readonly message: string
  readonly file: string | null
  readonly line: number | null
}

/** Parses an event of `cms dev --json`; `null` for a line of the service's log. */
function eventOf(line: string): DevEvent | null {
  return /^\{"event":"(?:ready|broken)"/.test(line) ? (JSON.parse(line) as DevEvent) : null
}

function inWords({ message, file, line }: Mistake): string {
  return `${file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `}${message}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}
