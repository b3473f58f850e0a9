import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '../../manifest/index.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { type Build, type Builder, createBuilder } from './build.ts'
import type { DevConsole } from './console.ts'
import { type Front, listenFront } from './front.ts'
import { type ProgramSource, type Programs, startPrograms } from './programs.ts'
import { provideSecrets, type Secrets } from './secrets.ts'
import { watchProject } from './watch.ts'

export interface SessionOptions {
  readonly root: string
  readonly port: number
  /** Absolute. */
  readonly persist: string
  readonly version: string
  readonly console: DevConsole
}

export interface Session {
  close(): Promise<void>
}

/**
 * Serves the project and every save of it, until it is closed.
 * @throws Failure where the port, the local data or workerd cannot be had.
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { root, console } = options
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const startedAt = performance.now()
    const front = await listenFront(options.port)
    closers.push(front.close)
    const { programs, builder, firstBuild } = await startParts(options, closers)
    const server = createServer({ root, front, programs, console })
    await server.serve(firstBuild)
    const watch = await watchProject({
      root,
      ignored: [options.persist],
      onChange: (paths) =>
        server.take(
          paths.map((path) => relative(root, path).split(sep).join('/')),
          builder,
        ),
    })
    closers.push(watch.close)
    const { manifest, secrets } = server.state()
    console.ready({
      name: manifest?.name ?? 'not compiled yet',
      version: options.version,
      url: `http://localhost:${front.port}`,
      milliseconds: performance.now() - startedAt,
      secrets,
    })
    return { close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Parts {
  readonly programs: Programs
  readonly builder: Builder
  readonly firstBuild: Build
}

/** Starts workerd and the compiler side by side. */
async function startParts(
  { root, persist, console }: SessionOptions,
  closers: (() => Promise<void>)[],
): Promise<Parts> {
  const wrangler = readWranglerFile(root)
  const builder = await createBuilder(root, wrangler?.main ?? null)
  closers.push(builder.dispose)
  const starting = bundleHost(fileURLToPath(new URL('./host.ts', import.meta.url))).then((source) =>
    startPrograms({ persist, storage: localStorageOf(wrangler), source, endedByCaller: true, onLog: console.log }),
  )
  const [started, built] = await Promise.allSettled([starting, builder.build()])
  if (started.status === 'fulfilled') closers.push(started.value.dispose)
  if (started.status === 'rejected') throw started.reason
  if (built.status === 'rejected') throw built.reason
  return { programs: started.value, builder, firstBuild: built.value }
}

interface ServerParts {
  readonly root: string
  readonly front: Front
  readonly programs: Programs
  readonly console: DevConsole
}

interface ServerState {
  readonly manifest: Manifest | null
  readonly secrets: Secrets
}

const NO_SECRETS: Secrets = { values: {}, generated: [], missing: [] }

/** Decides what is served: the newest program that can be evaluated, with what is wrong with the project laid over it. */
function createServer({ root, front, programs, console }: ServerParts) {
  let state: ServerState = { manifest: null, secrets: NO_SECRETS }
  let served: ProgramSource | null = null
  let isBroken = false

  const fail = (diagnostics: Extract<Build, { kind: 'broken' }>['diagnostics']): void => {
    isBroken = true
    front.setBreakage(diagnostics)
    if (!served) front.open(null)
    console.broken(diagnostics, served !== null)
  }

  /** Whether something new is served. */
  const serve = async (build: Build): Promise<boolean> => {
    if (build.kind === 'broken') {
      fail(build.diagnostics)
      return false
    }
    const secrets = provideSecrets(root, build.manifest, process.env)
    const variables = {
      ...build.manifest.environments.development?.vars,
      ...secrets.values,
      ENVIRONMENT: 'development',
    }
    const program = { worker: build.worker, variables }
    if (served && !isBroken && isSame(served, program)) return false
    if (programs.needsRenewal(program)) await renew()
    const error = await programs.load(program)
    if (error) {
      fail([error])
      return false
    }
    state = { manifest: build.manifest, secrets }
    served = program
    isBroken = false
    front.setBreakage(null)
    front.open(programs.url)
    return true
  }

  const renew = async (): Promise<void> => {
    await front.hold()
    await programs.renew()
    front.open(served ? programs.url : null)
  }

  return {
    serve,
    state: () => state,
    /** Takes up a save. */
    async take(paths: readonly string[], builder: Builder): Promise<void> {
      const since = performance.now()
      const files = paths.filter((path) => concernsProgram(path) && !builder.wrote(path))
      if (files.length === 0) return
      try {
        if (await serve(await builder.build(files.map((path) => join(root, path)))))
          console.served(files, performance.now() - since)
      } catch (error) {
        console.notice(error instanceof Error ? error.message : String(error))
      }
    },
  }
}

function isSame(one: ProgramSource, other: ProgramSource): boolean {
  return (
    one.worker.code === other.worker.code &&
    one.worker.libraries === other.worker.libraries &&
    JSON.stringify(one.variables) === JSON.stringify(other.variables)
  )
}

/** Files that a program may be made of; the rest of the project may change without a build. */
function concernsProgram(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json|sql|html|txt|css|svg|vars)$/.test(path)
}
