import { readHistory } from '../../compile/schema/files/history.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { Failure } from '../failure.ts'
import { type LocalOutcome, planLocalChange } from './local-change.ts'
import { findObstacles, withObstacles } from './obstacles.ts'
import type { ApplyTo, ProjectDatabase } from './project-database.ts'

/**
 * Brings a developer's own database from its current state to the project's schema, even if a migration that was
 * applied to it has been rewritten since, or now comes after migrations of another branch. Never used for a shared
 * database, which only takes the migrations in `migrations/`, in order.
 * @throws Failure if the database belongs to another project, or its rows do not allow the change
 */
export async function applyToLocal(
  root: string,
  compilation: Compiled,
  database: ProjectDatabase,
  applyTo: ApplyTo,
): Promise<LocalOutcome> {
  const found = await database.find()
  const former = readHistory(root).files
  const change = await planLocalChange(found, { compilation, former })
  if (!change) {
    await database.apply(migrationsOf(compilation), applyTo)
    return { applied: [], replaced: [], archived: [] }
  }
  try {
    return await change.run(database, applyTo)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw withObstacles(error, await findObstacles(change, compilation, database))
  }
}
