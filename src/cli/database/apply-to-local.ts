import { readHistory } from '../../compile/schema/files/history.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { Failure } from '../failure.ts'
import { type LocalOutcome, planLocalChange } from './local-change.ts'
import { findObstacles, withObstacles } from './obstacles.ts'
import type { ApplyTo, ProjectDatabase } from './project-database.ts'

/**
 * Brings a developer's own database from where it stands to the project's schema, also where a migration that it has was
 * rewritten since, or laid on another branch's. Never for a database of others: those take what stands in `migrations/`,
 * in order, and nothing else.
 * @throws Failure where the database is another's, or its rows do not allow the change
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
