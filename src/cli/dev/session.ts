import { join, relative, sep } from 'node:path'
import { ownModule } from '../../compile/load/package-root.ts'
import type { Variables } from '../shell.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { type Again, createAgain } from './again.ts'
import { type Build, type Builder, createBuilder } from './build.ts'
import type { DevConsole } from './console.ts'
import { handleEditRequest } from './edits.ts'
import { isOfFirstRequest } from './first-request.ts'
import { listenFront } from './front.ts'
import { noteAddress } from './local-address.ts'
import { watchOwnSource } from './own-source.ts'
import { type Programs, startPrograms } from './programs.ts'
import { SECRETS_FILE } from './secrets.ts'
import { createServer, type DevServer } from './server.ts'
import { createWaiting, type Waiting } from './waiting.ts'
import { watchProject } from './watch.ts'

export interface SessionOptions {
  readonly root: string
  readonly port: number
  /** Absolute path of the folder of local data. */
  readonly persist: string
  /** Environment variables of the shell: secrets are taken from them first. */
  readonly variables: Variables
  readonly version: string
  readonly console: DevConsole
}

export interface Session {
  close(): Promise<void>
}

type Closers = (() => Promise<void>)[]

/**
 * Serves the project, and builds it again after every save, until the session is closed.
 * @throws Failure if the port, the local data or workerd is not available
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  const closers: Closers = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    await start(options, closers)
    return { close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(options: SessionOptions, closers: Closers): Promise<void> {
  const { root, persist, variables, version, console } = options
  const startedAt = performance.now()
  const front = await listenFront(options.port)
  closers.push(front.close)
  // The watch starts before anything is read, so that no save is missed between the first build and the first check.
  const early: string[] = []
  let take = async (paths: readonly string[]): Promise<void> => {
    early.push(...paths)
  }
  const watch = await watchProject({ root, ignored: [persist], onChange: (paths) => take(paths) })
  closers.push(watch.close)
  const waiting = createWaiting(front)
  const { programs, builder, firstBuild } = await startParts(options, closers, waiting)
  const server = createServer({ root, variables, front, programs, console })
  waiting.until(() => (server.state() ? programs.url : null))
  closers.push(waiting.close)
  await server.serve(firstBuild, () => builder.build())
  const url = `http://localhost:${front.port}`
  closers.push(noteAddress(persist, url))
  const announce = (): void =>
    console.ready({
      name: server.state()?.manifest.name ?? null,
      version,
      url,
      milliseconds: performance.now() - startedAt,
      secrets: server.state()?.secrets ?? null,
    })
  const rest = createRest(builder, console)
  closers.push(async () => rest.end())
  const again = createAgain(() => take([join(root, 'cms.config.ts')]))
  closers.push(async () => again.end())
  again.after(firstBuild.compilation)
  take = async (paths) => {
    await waiting.during(paths, () => takeSave(paths, { root, builder, server, console, announce, again }))
    rest.begin()
  }
  closers.push(startSchedule(programs))
  closers.push(watchOwnSource(() => console.notice('lintel itself has changed: restart `cms dev` to use it.')))
  announce()
  rest.begin()
  if (early.length > 0) await take(early)
}

/** Delay after a save before outputs that nobody waits for are written, in milliseconds. */
const REST = 1000

/** Creates a timer that writes the outputs that nobody waits for, `REST` milliseconds after it was last started. */
function createRest(builder: Builder, console: DevConsole): { begin(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined
  const run = (): void => {
    try {
      builder.writeReference()
    } catch (error) {
      console.notice(error instanceof Error ? error.message : String(error))
    }
  }
  const end = () => clearTimeout(timer)
  return {
    begin() {
      end()
      timer = setTimeout(run, REST)
    },
    end,
  }
}

/** Interval of the cron trigger, the same as in `wrangler.toml`, in milliseconds. */
const SCHEDULE = 60_000

/** Runs the cron trigger at intervals. If workerd is being replaced at the time, that run is skipped. */
function startSchedule(programs: Programs): () => Promise<void> {
  const timer = setInterval(() => programs.runScheduled().catch(() => {}), SCHEDULE)
  return async () => clearInterval(timer)
}

interface Parts {
  readonly programs: Programs
  readonly builder: Builder
  readonly firstBuild: Build
}

/** Starts workerd and the compiler at the same time. */
async function startParts(
  { root, persist, console }: SessionOptions,
  closers: Closers,
  waiting: Waiting,
): Promise<Parts> {
  const wrangler = readWranglerFile(root)
  const builder = await createBuilder(root, wrangler?.main ?? null)
  closers.push(builder.dispose)
  const onLog = (level: string, line: string): void => {
    if (!isOfFirstRequest(line)) console.log(level, line)
  }
  const starting = bundleHost(ownModule('cli/dev/host')).then((source) =>
    startPrograms({
      persist,
      storage: localStorageOf(wrangler),
      source,
      endedByCaller: true,
      onLog,
      answer: (body) => handleEditRequest(root, body, waiting.start),
    }),
  )
  const [started, built] = await Promise.allSettled([starting, builder.build()])
  if (started.status === 'fulfilled') closers.push(started.value.dispose)
  if (started.status === 'rejected') throw started.reason
  if (built.status === 'rejected') throw built.reason
  return { programs: started.value, builder, firstBuild: built.value }
}

interface Save {
  readonly root: string
  readonly builder: Builder
  readonly server: DevServer
  readonly console: DevConsole
  /** Prints where the project is served and who may sign in. */
  readonly announce: () => void
  readonly again: Again
}

/** Builds the project after a save, and serves it. A failure is reported, and later saves are served nevertheless. */
async function takeSave(paths: readonly string[], save: Save): Promise<void> {
  const { root, builder, server, console, again } = save
  const since = performance.now()
  if (paths.includes(join(root, 'wrangler.toml')))
    console.notice('wrangler.toml has changed: restart `cms dev` to use it.')
  const files = paths
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => concernsProgram(path) && !builder.wrote(path))
  if (files.length === 0) return
  try {
    const changed = files.map((path) => join(root, path))
    const build = async (): Promise<Build> => {
      const made = await builder.build(changed)
      again.after(made.compilation)
      return made
    }
    const isFirst = server.state() === null
    if (!(await server.serve(await build(), build))) return
    console.served(files, performance.now() - since)
    if (isFirst) return save.announce()
    const { generated = [] } = server.state()?.secrets ?? {}
    if (generated.length > 0) console.notice(`${generated.join(', ')} generated into ${SECRETS_FILE}.`)
  } catch (error) {
    console.notice(error instanceof Error ? error.message : String(error))
  }
}

/** Tells whether a program may include this file; other files of the project may change without a build. */
function concernsProgram(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json|sql|html|txt|css|svg|vars)$/.test(path)
}
