import type { MigrationMode } from '../../config/config.ts'
import { HttpError } from '../common/errors.ts'
import type { Runtime } from '../isolate/runtime.ts'
import {
  applyPending,
  checkOwner,
  claim,
  MigrationDriftError,
  type Owner,
  WrongDatabaseError,
} from '../migrations/index.ts'
import { judge, type Verdict } from '../migrations/judge.ts'
import { ensureLedger, type LedgerRow, readLedger } from '../migrations/ledger.ts'
import { ownerOf } from './state.ts'

/** The state of the ledger against which the program was checked. */
export interface JudgedLedger {
  /** Number of the ledger's last row; `null` if it has no rows. */
  readonly current: number | null
  /** True if the ledger contains exactly the program's migrations. */
  readonly isExact: boolean
}

/**
 * Thrown if the schema is incomplete but about to be completed: a deployment applies additive migrations before its
 * upload, and the rest after it.
 */
export class PassingError extends Error {
  readonly problem: HttpError

  constructor(problem: HttpError) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Handles pending migrations according to the environment's mode: `apply` applies all except destructive ones; `check`
 * refuses to serve if the program does not fit the schema; `off` checks nothing.
 * @param found owner that is recorded in the database
 * @throws HttpError `schema_pending` while the program does not fit the database
 * @throws HttpError `not_configured` if the database belongs to another project or environment
 * @throws PassingError in the mode `check`, if the database has some of the migrations but not all
 */
export async function bringUpToDate(runtime: Runtime, found: Owner | null): Promise<JudgedLedger> {
  const mode = modeOf(runtime)
  if (mode === 'off') return unjudged(runtime)
  try {
    return await (mode === 'apply' ? applyHarmless(runtime, found) : requireFitting(runtime, found))
  } catch (error) {
    throw explained(error)
  }
}

/** Returns the environment's mode, or `check` if a plugin prevents bootstrap from applying migrations. */
function modeOf({ environment, plugins, program, env }: Runtime): MigrationMode {
  if (environment.migrations !== 'apply') return environment.migrations
  const mayApply = plugins.every((name) => program.plugins[name]?.operations?.autoMigration?.({ env }) ?? true)
  return mayApply ? 'apply' : 'check'
}

/**
 * Returns the position of the ledger without checking the program against it. Creates the ledger if there is none,
 * because later statements read the position from it.
 */
async function unjudged({ env, program }: Runtime): Promise<JudgedLedger> {
  await ensureLedger(env.DB)
  const ledger = await readLedger(env.DB)
  const verdict = judge(ledger, program.migrations)
  return { current: positionOf(ledger), isExact: verdict.kind !== 'serve' || verdict.isExact }
}

/**
 * Tells whether another project's database may be adopted. This is so in development, where a renamed project keeps its
 * database.
 */
function isRenamed(found: Owner | null, owner: Owner): boolean {
  return found?.environment === 'development' && owner.environment === 'development'
}

async function applyHarmless(runtime: Runtime, found: Owner | null): Promise<JudgedLedger> {
  const { env, program } = runtime
  const owner = ownerOf(runtime)
  const adopt = isRenamed(found, owner)
  const migrations = await program.loadMigrations()
  const { held } = await applyPending(env.DB, migrations, { destructive: false, owner, adopt })
  const ledger = await readLedger(env.DB)
  const verdict = judge(ledger, program.migrations)
  if (verdict.kind === 'wait') {
    const reason = held.length === 1 ? 'it loses values and needs' : 'they lose values and need'
    throw pending(held, `${reason} your consent: cms migrate apply`)
  }
  return served(verdict, ledger)
}

async function requireFitting(runtime: Runtime, found: Owner | null): Promise<JudgedLedger> {
  const { env, program } = runtime
  const owner = ownerOf(runtime)
  const adopt = isRenamed(found, owner)
  if (!adopt) await checkOwner(env.DB, owner, program.migrations)
  const ledger = await readLedger(env.DB)
  const verdict = judge(ledger, program.migrations)
  if (verdict.kind === 'wait') {
    const response = pending(verdict.pending, 'run cms migrate apply')
    // If the ledger is empty, no deployment is under way that would apply the migrations soon.
    throw ledger.length === 0 ? response : new PassingError(response)
  }
  const seen = served(verdict, ledger)
  await claim(env.DB, owner, adopt)
  return seen
}

function served(verdict: Exclude<Verdict, { kind: 'wait' }>, ledger: readonly LedgerRow[]): JudgedLedger {
  if (verdict.kind === 'ahead') throw overtaken(verdict.unknown)
  if (verdict.kind === 'astray') throw astray(verdict.message)
  return { current: positionOf(ledger), isExact: verdict.isExact }
}

function positionOf(ledger: readonly LedgerRow[]): number | null {
  return ledger.at(-1)?.position ?? null
}

function explained(error: unknown): unknown {
  if (error instanceof WrongDatabaseError) {
    const detail = `This worker is bound to the wrong database: ${error.message}. Nothing was changed.`
    return new HttpError('not_configured', detail, { headers: { 'Retry-After': RETRY_AFTER }, cause: error })
  }
  return error instanceof MigrationDriftError ? astray(error.message, error) : error
}

/** Seconds after which a client may check whether the migrations have been applied. */
const RETRY_AFTER = '30'

/**
 * Seconds after which the client may try again: another isolate, with a fitting program, is likely to handle the
 * request.
 */
const RETRY_ELSEWHERE = '1'

function astray(message: string, cause?: unknown): HttpError {
  const detail = `The database and the program have different migrations: ${message}.`
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_AFTER }, cause })
}

function overtaken(unknown: readonly string[]): HttpError {
  const detail = `The database is ahead of this program, which does not know ${few(unknown)}. Deploy a newer program.`
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_ELSEWHERE } })
}

function pending(names: readonly string[], remedy: string): HttpError {
  const verb = names.length === 1 ? 'is' : 'are'
  const detail = `The migration ${few(names)} ${verb} not applied to this database; ${remedy}.`
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_AFTER } })
}

function few(names: readonly string[]): string {
  const more = names.length === 1 ? '' : ` and ${names.length - 1} more`
  return `${names[0]}${more}`
}
