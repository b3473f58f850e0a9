import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../node-server.ts'

/** A server with its processes, as an operator starts it. */
export interface StartedServer {
  readonly url: URL
  readonly database: string
  /** Tells the watching process. */
  signal(name: 'SIGHUP' | 'SIGTERM'): void
  /** Exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Processes that answer requests. */
  workers(): number[]
  /** Lines that it has written into its log. */
  log(): string
  dispose(): Promise<void>
}

const HEADERS = readFileSync(fileURLToPath(new URL('../../../dist/_headers', import.meta.url)), 'utf8')
export const SCRIPT = `console.log('${'a file that browsers load '.repeat(40)}')\n`

/** Starts the server with the service of the tests, in a data folder of its own. */
export async function startServer(variables: Readonly<Record<string, string>> = {}): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-served-'))
  const main = layBuild(join(folder, 'build'))
  const port = await freePort()
  let log = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...process.env, PORT: String(port), DATA_FOLDER: join(folder, 'data'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const url = new URL(`http://127.0.0.1:${port}`)
  while (!log.includes('Listening at')) {
    if (child.exitCode !== null) throw new Error(`The server does not start:\n${log}`)
    await sleep(20)
  }
  await fetch(new URL('/schema', url))
  return {
    url,
    database: join(folder, 'data', 'lintel.db'),
    signal: (name) => child.kill(name),
    ended,
    workers: () => childrenOf(child),
    log: () => log,
    dispose: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A folder as `cms build` writes one, whose modules are those of the source. */
function layBuild(folder: string): string {
  const source = resolve('src/hosts/node')
  const service = join(import.meta.dirname, 'service.ts')
  mkdirSync(join(folder, 'assets', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets', '_headers'), HEADERS)
  writeFileSync(join(folder, 'assets', 'assets', 'page.0123abcd.js'), SCRIPT)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'reader.js'), `import '${source}/database/reader-main.ts'\n`)
  writeFileSync(
    join(folder, 'start.js'),
    `import { start } from '${source}/start.ts'\nawait start({ main: import.meta.url, service: () => import('${service}') })\n`,
  )
  return join(folder, 'start.js')
}

function childrenOf({ pid }: ChildProcess): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return Number(readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid
      } catch {
        return false // it has ended
      }
    })
    .map(Number)
}
