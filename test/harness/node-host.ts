import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { browserFile, readBrowserFiles, readGuides } from '../../src/compile/emit/assets.ts'
import { GUIDES_ASSET, REFERENCE_ASSET } from '../../src/manifest/reference/reference-parts.ts'
import type { Bundle } from './bundle.ts'
import { BUNDLES } from './made-once.ts'
import type { NodeMainOptions } from './node-main.ts'
import { type LogLine, readLogLine, type ServiceHost, type ServiceOptions, variablesOf } from './service.ts'

/** Header with the address that a request to the port `as` is for. */
const AS = 'x-test-address'

/** Ports of a service: the service itself, the control, and requests for any address (`AS`). */
interface Ports {
  readonly url: number
  readonly control: number
  readonly as: number
}

/**
 * Runs a bundle in a separate Node process, with SQLite and a temporary folder.
 * @throws Error if the service does not start, or options need workerd
 */
export async function startOnNode(bundle: Bundle, options: ServiceOptions, logs: LogLine[]): Promise<ServiceHost> {
  const { IMAGES: images, ...others } = options.bindings ?? {}
  if (Object.keys(others).length > 0 || options.inspector) {
    throw new Error('Only workerd has further bindings, and an inspector.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'lintel-node-'))
  layAssets(join(folder, 'assets'), bundle, options.assets)
  const settings: NodeMainOptions = {
    module: moduleOf(bundle),
    folder,
    data: options.data ?? join(folder, 'data'),
    vars: variablesOf(options),
    without: options.without ?? [],
    twin: options.twins ? (typeof options.twins === 'object' ? options.twins.vars : {}) : null,
    queue: options.queue ?? false,
    images: images !== undefined,
  }
  const main = join(import.meta.dirname, 'node-main.ts')
  const child = fork(main, [JSON.stringify(settings)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const [stream, level] of [
    [child.stdout, 'log'],
    [child.stderr, 'error'],
  ] as const) {
    if (stream) createInterface(stream).on('line', (line) => logs.push(readLogLine(level, line)))
  }
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const ports = await new Promise<{ readonly service: Ports; readonly twin: Ports | null }>((done, reject) => {
    child.once('message', (message) => done(message as never)) // node-main.ts sends it
    child.once('exit', () =>
      reject(new Error(`The service does not start:\n${logs.map((line) => JSON.stringify(line)).join('\n')}`)),
    )
  })
  const at = (port: number) => new URL(`http://127.0.0.1:${port}`)
  return {
    url: at(ports.service.url),
    control: async () => at(ports.service.control),
    fromAddress: (given) => {
      const headers = new Headers(given)
      const address = headers.get('cf-connecting-ip')
      if (address === null) return { ...(given && { headers: given }) }
      headers.delete('cf-connecting-ip')
      headers.set('x-forwarded-for', address)
      return { headers }
    },
    twin: async () => at(ports.twin?.url ?? 0),
    fetchAs: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set(AS, url)
      return fetch(at(ports.service.as), { redirect: 'manual', ...init, headers })
    },
    inspectorUrl: async () => {
      throw new Error('Only workerd has an inspector here.')
    },
    dispose: async () => {
      child.send('stop')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes a bundle to a file, unless it exists, and returns its path. Services with the same bundle share the file. */
function moduleOf({ source }: Bundle): string {
  const folder = process.env[BUNDLES] ?? tmpdir()
  const path = join(folder, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.mjs`)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${path}.${process.pid}`, source)
    renameSync(`${path}.${process.pid}`, path)
  }
  return path
}

/**
 * Fills the folder of static files.
 * @param assets folder with the project's own static files; default: those of this package
 */
function layAssets(folder: string, { reference }: Bundle, assets?: string): void {
  mkdirSync(folder)
  if (assets !== undefined)
    for (const name of readdirSync(assets)) symlinkSync(resolve(assets, name), join(folder, name))
  else for (const [path] of readBrowserFiles()) link(browserFile(path), join(folder, path))
  mkdirSync(join(folder, 'program'), { recursive: true })
  writeFileSync(join(folder, REFERENCE_ASSET), reference)
  writeFileSync(join(folder, GUIDES_ASSET), readGuides())
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
