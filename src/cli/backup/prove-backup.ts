import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownModule } from '../../compile/load/package-root.ts'
import { ordinaryRows, type SchemaRow } from '../../compile/schema/sql/introspect.ts'
import { isOfPlatform } from '../../ground/internal-tables.ts'
import { openDatabase } from '../../hosts/node/database/node-database.ts'
import type { Compiled } from '../compile-project.ts'
import { runTask } from '../database/database-task.ts'
import { databaseFailure, type ProjectDatabase, projectDatabase } from '../database/project-database.ts'
import type { Output } from '../output.ts'
import { readSchemaState } from '../target/schema-state.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

/** Result of restoring a backup into a temporary database on this machine and comparing the two. */
export interface Proof extends Restored {
  /**
   * Sentences about things in the backup that no migration of the project creates, or that migrations create
   * differently.
   */
  readonly unexplained: readonly string[]
}

export interface ProofOptions {
  readonly root: string
  readonly compilation: Compiled
  readonly file: string
  /** Output on which the progress is shown. Default: none. */
  readonly output?: Pick<Output, 'startProgress'>
}

/**
 * Restores a backup into a new database in a temporary folder, compares every table, and looks for things that the
 * project's migrations do not explain. No database of the project is opened.
 * @throws Failure for a backup that is damaged, or cannot be restored
 */
export async function proveBackup({ root, compilation, file, output }: ProofOptions): Promise<Proof> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-proof-'))
  const reader = pathToFileURL(ownModule('hosts/node/database/reader-main'))
  const opened = openDatabase(join(folder, 'lintel.db'), { synchronous: 'normal', readerModule: reader })
  const database = projectDatabase(async (task) => {
    try {
      return await runTask(task, opened.withSession())
    } catch (error) {
      throw databaseFailure(error, 'SQLite')
    }
  })
  try {
    const startProgress = output && ((rows: number) => output.startProgress('prove', rows))
    const restored = await restoreBackup({ database, file, ...(startProgress && { startProgress }) })
    return { ...restored, unexplained: await findUnexplained(root, compilation, database) }
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints why a backup does not count as verified. */
export function printUnexplained(unexplained: readonly string[], output: Pick<Output, 'note' | 'noteStyle'>): void {
  for (const sentence of unexplained) output.note(`${output.noteStyle('yellow', 'not verified')}: ${sentence}.`)
}

async function findUnexplained(
  root: string,
  compilation: Compiled,
  database: ProjectDatabase,
): Promise<readonly string[]> {
  const { differences, foreign } = await readSchemaState(root, compilation, { database })
  const { schema } = await database.find()
  return [...differences, ...foreign, ...hiddenIn(schema)]
}

/**
 * Finds what a comparison of schemas does not see: triggers on tables of SQLite or the ledger, and tables named like
 * those of the platform.
 */
function hiddenIn(schema: readonly SchemaRow[]): readonly string[] {
  const seen = new Set(ordinaryRows(schema))
  return schema.flatMap((row) => {
    const isHidden = row.type === 'trigger' ? !seen.has(row) : row.type === 'table' && isOfPlatform(row.name)
    return isHidden ? [`the ${row.type} ${row.name} is in the database, but no migration created it`] : []
  })
}
