import type { MigrationMode } from '../../config/config.ts'
import { HttpError } from '../errors.ts'
import {
  applyPending,
  checkOwner,
  claim,
  MigrationDriftError,
  migrationStatus,
  type Owner,
  UnfinishedRestoreError,
  WrongDatabaseError,
} from '../migrations/index.ts'
import type { Runtime } from '../runtime.ts'
import { ownerOf } from './state.ts'

/**
 * What the environment's mode says about migrations that are not applied: `apply` applies them, all but destructive
 * ones; `check` refuses to serve data; `off` does not look.
 * @param found whose database it says to be
 * @throws HttpError `schema_pending` while the database is behind the program, or has gone another way
 * @throws HttpError `not_configured` where the database is another project's or another environment's
 */
export async function bringUpToDate(runtime: Runtime, found: Owner | null): Promise<void> {
  const mode = modeOf(runtime)
  if (mode === 'off') return
  try {
    await (mode === 'apply' ? applyHarmless(runtime, found) : requireApplied(runtime, found))
  } catch (error) {
    throw explained(error)
  }
}

/** The environment's mode, unless a plugin keeps bootstrap from applying anything. */
function modeOf({ environment, plugins, program, env }: Runtime): MigrationMode {
  if (environment.migrations !== 'apply') return environment.migrations
  const mayApply = plugins.every((name) => program.plugins[name]?.autoMigration?.({ env }) ?? true)
  return mayApply ? 'apply' : 'check'
}

/** A developer's own database follows its project when that gets another name. */
function isRenamed(found: Owner | null, owner: Owner): boolean {
  return found?.environment === 'development' && owner.environment === 'development'
}

async function applyHarmless(runtime: Runtime, found: Owner | null): Promise<void> {
  const { env, program } = runtime
  const owner = ownerOf(runtime)
  const adopt = isRenamed(found, owner)
  const { held } = await applyPending(env.DB, program.migrations, { destructive: false, owner, adopt })
  if (held.length > 0) throw pending(held, 'it loses values and needs your consent: cms migrate apply')
}

async function requireApplied(runtime: Runtime, found: Owner | null): Promise<void> {
  const { env, program } = runtime
  const owner = ownerOf(runtime)
  const adopt = isRenamed(found, owner)
  if (!adopt) await checkOwner(env.DB, owner, program.migrations)
  const status = await migrationStatus(env.DB, program.migrations)
  if (status.pending.length > 0) throw pending(status.pending, 'apply it: cms migrate apply')
  await claim(env.DB, owner, adopt)
}

function explained(error: unknown): unknown {
  if (error instanceof WrongDatabaseError) {
    const detail = `This worker is bound to a database that is not its own: ${error.message}. Nothing was changed.`
    return new HttpError('not_configured', detail, { headers: { 'Retry-After': RETRY_AFTER }, cause: error })
  }
  if (error instanceof UnfinishedRestoreError) return unfinishedRestore()
  if (!(error instanceof MigrationDriftError)) return error
  return new HttpError('schema_pending', `The database has gone another way: ${error.message}.`, {
    headers: { 'Retry-After': RETRY_AFTER },
    cause: error,
  })
}

/** What stands in for all data until the database is whole again. */
export function unfinishedRestore(): HttpError {
  const detail = 'A restore into this database did not finish. Run it again: cms restore <backup> --replace.'
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_AFTER } })
}

/** Seconds until a client may see whether somebody has applied them. */
const RETRY_AFTER = '30'

function pending(names: readonly string[], remedy: string): HttpError {
  const more = names.length === 1 ? '' : ` and ${names.length - 1} more`
  const detail = `The migration ${names[0]}${more} is not applied to this database; ${remedy}.`
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_AFTER } })
}
