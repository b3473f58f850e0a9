import { HttpError } from '../errors.ts'
import { applyPending, MigrationDriftError, migrationStatus } from '../migrations/index.ts'
import type { Runtime } from '../runtime.ts'

/**
 * What the environment's mode says about migrations that are not applied: `apply` applies them, all but destructive
 * ones; `check` refuses to serve data; `off` does not look.
 * @throws HttpError `schema_pending` while the database is behind the program, or has gone another way
 */
export async function bringUpToDate({ env, environment, program }: Runtime): Promise<void> {
  if (environment.migrations === 'off') return
  try {
    if (environment.migrations === 'apply') {
      const { held } = await applyPending(env.DB, program.migrations, { destructive: false })
      if (held.length > 0) throw pending(held, 'it loses values and needs your consent: cms migrate apply')
    } else {
      const status = await migrationStatus(env.DB, program.migrations)
      if (status.pending.length > 0) throw pending(status.pending, 'apply it: cms migrate apply')
    }
  } catch (error) {
    if (!(error instanceof MigrationDriftError)) throw error
    throw new HttpError('schema_pending', `The database has gone another way: ${error.message}.`, {
      headers: { 'Retry-After': RETRY_AFTER },
      cause: error,
    })
  }
}

/** Seconds until a client may see whether somebody has applied them. */
const RETRY_AFTER = '30'

function pending(names: readonly string[], remedy: string): HttpError {
  const more = names.length === 1 ? '' : ` and ${names.length - 1} more`
  const detail = `The migration ${names[0]}${more} is not applied to this database; ${remedy}.`
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': RETRY_AFTER } })
}
