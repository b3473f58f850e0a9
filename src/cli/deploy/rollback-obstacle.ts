import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerRow } from '../../runtime/migrations/index.ts'
import type { Deployment } from '../cloudflare/workers.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Target } from '../target/with-target.ts'
import { readProgram } from './deployed-program.ts'

/**
 * Finds migrations that a version of the worker cannot work with: those that it does not know and that do more than add
 * to the schema. If they are applied, that version returns 503 to every request for data.
 */
export async function findObstacles({ database }: Target, to: Deployment): Promise<readonly LedgerRow[]> {
  const { applied } = await database.status([])
  const last = await readProgram(database, to.version)
  const known = applied.findIndex(({ name }) => name === last)
  // For a version that `cms deploy` did not upload, only the time of the upload is known: its migrations were applied
  // earlier.
  const unknown = known === -1 ? applied.filter(({ appliedAt }) => appliedAt > to.createdAt) : applied.slice(known + 1)
  return unknown.filter(({ phase }) => phase !== 'expand')
}

/** Returns the refusal of a rollback that would cause errors, with the backup that restores the older schema. */
export function rollbackRefusal(
  obstacles: readonly LedgerRow[],
  to: Deployment,
  { root, owner }: { readonly root: string; readonly owner: Target['owner'] },
): Failure {
  const { environment } = owner
  const [first] = obstacles
  const list = obstacles.map(({ name, phase, appliedAt }) => `${name} (${phase ?? 'of unknown phase'}, ${appliedAt})`)
  const backup = newestBackup(root, owner, first?.appliedAt ?? '')
  const rollback = `cms rollback ${to.version} --env ${environment} --force`
  const back =
    backup === null
      ? `There is no earlier backup in backups/; \`cms restore\` also takes one from elsewhere. To roll back despite the errors: ${rollback}`
      : `To go back to the data of that time, losing later changes: ${rollback} && cms restore ${backup} --env ${environment} --replace`
  return new Failure(
    `${to.version} would return 503 for all data: it does not know ${list.join(', ')}. Nothing was changed.`,
    { hint: back, exitCode: exitCodes.breaking },
  )
}

/**
 * Returns the path, below the root, of the last backup of a database before a moment; `null` if there is none. Names of
 * backups contain the moment without punctuation.
 */
function newestBackup(root: string, { project, environment }: Target['owner'], before: string): string | null {
  const prefix = `${project}-${environment}-`
  const moment = before.replace(/[-:.]/g, '')
  try {
    const names = readdirSync(join(root, 'backups')).filter(
      (name) => name.startsWith(prefix) && name.endsWith('.sql.gz') && name.slice(prefix.length) < moment,
    )
    const newest = names.sort().at(-1)
    return newest === undefined ? null : `backups/${newest}`
  } catch {
    return null // the folder is missing: there are no backups here
  }
}
