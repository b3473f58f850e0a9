import type { Diagnostic } from '../../compile/index.ts'
import type { Manifest } from '../../manifest/index.ts'
import type { FoundDatabase } from '../../runtime/migrations/index.ts'
import { type Compiled, isCompiled } from '../compile-project.ts'
import type { Build } from './build.ts'
import type { BundledWorker } from './bundle.ts'
import type { DevConsole } from './console.ts'
import { createDatabaseSync, type DatabaseChange } from './database-sync.ts'
import { sendFirstRequest } from './first-request.ts'
import type { Front } from './front.ts'
import type { ProgramSource, Programs } from './programs.ts'
import { provideSecrets, type Secrets } from './secrets.ts'

export interface ServerParts {
  readonly root: string
  readonly front: Front
  readonly programs: Programs
  readonly console: DevConsole
}

/** Decides what is served: the newest program that can be evaluated, with what is wrong with the project laid over it. */
export interface DevServer {
  /**
   * Whether something new is served.
   * @param found the local database as it is, asked for while the compiler was at work
   * @throws Failure where secrets cannot be kept or the database does not answer
   */
  serve(build: Build, found: Promise<FoundDatabase>): Promise<boolean>
  /** What is served; `null` where nothing was ever good. */
  state(): ServedState | null
}

export interface ServedState {
  readonly manifest: Manifest
  readonly secrets: Secrets
  readonly program: ProgramSource
}

/** How long a change of the database waits for requests that are under way, in milliseconds. */
const DRAIN = 200

export function createServer({ root, front, programs, console }: ServerParts): DevServer {
  const sync = createDatabaseSync(root)
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

  /** What the database still needs is told, and the program's own bootstrap then answers for it. */
  const attempt = async <Result>(step: () => Result | Promise<Result>): Promise<Result | null> => {
    try {
      return await step()
    } catch (error) {
      console.notice(error instanceof Error ? error.message : String(error))
      return null
    }
  }

  /** No request sees the new program with the old schema, or the other way round. */
  const replace = async (state: ServedState, change: DatabaseChange | null): Promise<Diagnostic | null> => {
    const isRenewal = programs.needsRenewal(state.program)
    try {
      if (isRenewal) await front.hold()
      else if (change) await front.hold(DRAIN)
      if (isRenewal) await programs.renew()
      const error = await programs.load(state.program)
      if (error) return error
      const isFirst = served === null
      served = state
      const told = change && (await attempt(change.run))
      for (const message of told ?? []) console.notice(message)
      if (isFirst) await attempt(() => sendFirstRequest(programs.url))
      return null
    } finally {
      front.open(served ? programs.url : null)
    }
  }

  return {
    state: () => served,
    async serve({ compilation, bundle }, found) {
      if (!isCompiled(compilation) || bundle === null) return fail(compilation.diagnostics)
      const database = await found
      const change = await attempt(() => sync.prepare(database, programs.database, compilation))
      const worker = await bundle
      if ('diagnostics' in worker) return fail(worker.diagnostics)
      const state = provide(root, compilation, worker)
      if (served && !isBroken && isSame(served.program, state.program)) return false
      warn(compilation.diagnostics)
      const error = await replace(state, change)
      if (error) return fail([error])
      isBroken = false
      front.setBreakage(null)
      sync.settle(compilation)
      return true
    },
  }
}

function provide(root: string, { manifest }: Compiled, worker: BundledWorker): ServedState {
  const secrets = provideSecrets(root, manifest, process.env)
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
