import { setTimeout as sleep } from 'node:timers/promises'
import type { Diagnostic } from '../../compile/index.ts'
import type { Manifest } from '../../manifest/index.ts'
import { type Compiled, isCompiled } from '../compile-project.ts'
import type { Variables } from '../shell.ts'
import type { Build } from './build.ts'
import type { BundledWorker } from './bundle.ts'
import type { DevConsole } from './console.ts'
import { type Changed, createDatabaseSync, type DatabaseChange } from './database-sync.ts'
import { sendFirstRequest } from './first-request.ts'
import type { Front } from './front.ts'
import type { ProgramSource, Programs } from './programs.ts'
import { provideSecrets, type Secrets } from './secrets.ts'

export interface ServerParts {
  readonly root: string
  readonly variables: Variables
  readonly front: Front
  readonly programs: Programs
  readonly console: DevConsole
}

/** Serves the newest program that can be evaluated, with the problems of the project laid over it. */
export interface DevServer {
  /**
   * Serves a build, if it is good. A broken build is repeated once before it is reported.
   * @param again builds the project again, in its state at the time of the call
   * @returns whether something new is served
   * @throws Failure if secrets cannot be stored or the database does not respond
   */
  serve(build: Build, again: () => Promise<Build>): Promise<boolean>
  /** Returns the served program; `null` if there has never been a good one. */
  state(): ServedState | null
}

export interface ServedState {
  readonly manifest: Manifest
  readonly secrets: Secrets
  readonly program: ProgramSource
}

/** Maximum time for which a change to the database waits for the requests being handled, in milliseconds. */
const DRAIN = 200

/**
 * Maximum time for which a file may be half written, in milliseconds: a program that writes a file empties it first,
 * and the compiler or the bundler may read it at that moment.
 */
const WRITING = 30

/** Codes of problems that do not disappear if the files are read again a moment later. */
const FINAL: readonly string[] = ['config-hangs', 'database-refused']

/** Result of serving a build. */
type Outcome = { readonly kind: 'served' | 'same' } | Broken

interface Broken {
  readonly kind: 'broken'
  readonly diagnostics: readonly Diagnostic[]
}

export function createServer({ root, variables, front, programs, console }: ServerParts): DevServer {
  const sync = createDatabaseSync(root, programs.database)
  let served: ServedState | null = null
  let isBroken = false
  let lastWarnings = '[]'

  const fail = (diagnostics: readonly Diagnostic[]): false => {
    isBroken = true
    front.setBreakage(diagnostics)
    front.open(served ? programs.url : null)
    console.broken(diagnostics, served !== null)
    return false
  }

  const warn = (diagnostics: readonly Diagnostic[]): void => {
    const text = JSON.stringify(diagnostics)
    if (text !== lastWarnings) console.warn(diagnostics)
    lastWarnings = text
  }

  const load = async (program: ProgramSource): Promise<Diagnostic | null> => {
    if (programs.needsRenewal(program)) await programs.renew()
    return programs.load(program)
  }

  /**
   * Replaces program and schema together or not at all: no request sees the new program with the old schema, or the
   * reverse.
   */
  const replace = async (state: ServedState, change: DatabaseChange | null): Promise<Changed> => {
    try {
      if (programs.needsRenewal(state.program)) await front.hold()
      else if (change) await front.hold(DRAIN)
      const error = await load(state.program)
      if (error) return { kind: 'refused', diagnostics: [error] }
      const changed = change ? await change.run() : UNCHANGED
      if (changed.kind === 'refused') {
        if (served) await load(served.program)
        return changed
      }
      const isFirst = served === null
      served = state
      if (isFirst) await sendFirstRequest(programs.url).catch((error: Error) => console.notice(error.message))
      return changed
    } finally {
      front.open(served ? programs.url : null)
    }
  }

  const attempt = async ({ compilation, bundle }: Build): Promise<Outcome> => {
    if (!isCompiled(compilation) || bundle === null) return broken(compilation.diagnostics)
    const change = await sync.prepare(compilation)
    const worker = await bundle
    if ('diagnostics' in worker) return broken(worker.diagnostics)
    const state = provide({ root, variables }, compilation, worker)
    if (served && !isBroken && isSame(served.program, state.program)) return { kind: 'same' }
    warn(compilation.diagnostics)
    const outcome = await replace(state, change)
    if (outcome.kind === 'refused') return broken(outcome.diagnostics)
    isBroken = false
    front.setBreakage(null)
    sync.settle(compilation)
    for (const notice of outcome.notices) console.notice(notice)
    return { kind: 'served' }
  }

  return {
    state: () => served,
    async serve(build, again) {
      let outcome = await attempt(build)
      if (outcome.kind === 'broken' && !outcome.diagnostics.some(({ code }) => FINAL.includes(code))) {
        await sleep(WRITING)
        outcome = await attempt(await again())
      }
      return outcome.kind === 'broken' ? fail(outcome.diagnostics) : outcome.kind === 'served'
    },
  }
}

const broken = (diagnostics: readonly Diagnostic[]): Broken => ({ kind: 'broken', diagnostics })

const UNCHANGED: Changed = { kind: 'done', notices: [] }

function provide(
  { root, variables }: Pick<ServerParts, 'root' | 'variables'>,
  { manifest }: Compiled,
  worker: BundledWorker,
): ServedState {
  const secrets = provideSecrets(root, manifest, variables)
  const { vars } = manifest.environments.development ?? {}
  return {
    manifest,
    secrets,
    program: { worker, variables: { ...vars, ...secrets.values, ENVIRONMENT: 'development' } },
  }
}

function isSame(one: ProgramSource, other: ProgramSource): boolean {
  return (
    one.worker.code === other.worker.code &&
    [...one.worker.modules.keys()].join() === [...other.worker.modules.keys()].join() &&
    one.worker.libraries === other.worker.libraries &&
    JSON.stringify(one.variables) === JSON.stringify(other.variables)
  )
}
