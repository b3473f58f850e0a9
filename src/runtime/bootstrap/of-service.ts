import { HttpError } from '../common/errors.ts'
import { during } from '../deadlines/deadline.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'
import { type Applied, applyPending } from '../migrations/apply.ts'
import { MigrationDriftError, MigrationError, WrongDatabaseError } from '../migrations/errors.ts'
import { migrationStatus, type ShownStatus, shownStatus } from '../migrations/status.ts'
import { ownerOf } from './state.ts'

/** Reads which of the program's migrations are applied in the service's database. */
export async function readMigrations(c: WithEnv): Promise<ShownStatus> {
  const { env, program } = runtimeOf(c)
  return shownStatus(await migrationStatus(env.DB, program.migrations))
}

/**
 * Applies the program's pending migrations to the service's database, like bootstrap.
 * @param destructive true to include migrations that delete values
 * @throws HttpError `conflict` if the ledger contradicts the program, the database belongs to another owner, or a
 * migration fails
 */
export async function runMigrations(c: WithEnv, { destructive }: { readonly destructive: boolean }): Promise<Applied> {
  const runtime = runtimeOf(c)
  const { env, program } = runtime
  try {
    const options = { destructive, owner: ownerOf(runtime) }
    return await during('long', async () => applyPending(env.DB, await program.loadMigrations(), options))
  } catch (error) {
    const isExpected =
      error instanceof MigrationDriftError || error instanceof MigrationError || error instanceof WrongDatabaseError
    if (!isExpected) throw error
    throw new HttpError('conflict', `${error.message}.`, { cause: error })
  }
}
