import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import { BackupError, type BackupHeader, readBackup } from '../../runtime/backup/index.ts'
import { backupFile } from '../backup/backup-file.ts'
import { BACKUP_KEY, fetchBackup } from '../backup/fetch-backup.ts'
import { beginRestore, findUnfinished, isEmpty, restoreBackup } from '../backup/restore-backup.ts'
import { takeOver } from '../backup/take-over.ts'
import { defineCommand, type Invocation, type Options } from '../command.ts'
import { type Compiled, compileProject, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type Target, targetOptions, withTarget } from '../target/with-target.ts'

const options = {
  ...targetOptions,
  replace: { type: 'boolean', summary: 'Drop the contents of the database first' },
  adopt: { type: 'boolean', summary: 'Accept a backup, or replace a database, of another project or environment' },
} as const satisfies Options

export const restore = defineCommand({
  name: 'restore',
  summary: 'Restore a database from a backup, and verify every table',
  argument: 'file or key',
  options,
  async run(invocation) {
    const { root, json, output, options, argument, variables } = invocation
    if (argument === undefined) {
      throw new Failure('`cms restore` needs a file, or the key of a backup in the bucket.', {
        exitCode: exitCodes.usage,
      })
    }
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const { file, isTemporary } = await locate(invocation, compilation.config, argument)
    try {
      // All of it, before anything is changed.
      const header = await readWhole(file)
      const restored = await withTarget({ root, config: compilation.config, options, variables }, async (target) => {
        requireOwn(header, target, options.adopt)
        await target.machine?.run({ kind: 'take' })
        await requireRoom(target, compilation, options)
        await beginRestore(target.database, { ...target.owner, backup: argument })
        const restored = await restoreBackup(target.database, file, output).catch((error: unknown) => {
          throw incomplete(error)
        })
        if (options.adopt) await takeOver(target)
        return restored
      })
      const { tables, rows } = restored
      if (json) output.printJson({ tables, rows, createdAt: header.createdAt, verified: true })
      else
        output.print(
          `${output.style('green', 'restored')} ${counted(rows, 'row')} of ${counted(tables, 'table')}, as of ${header.createdAt}`,
        )
      return exitCodes.done
    } finally {
      if (isTemporary) rmSync(dirname(file), { recursive: true, force: true })
    }
  },
})

/** Reads a backup to its end. @throws Failure for one that is damaged */
async function readWhole(file: string): Promise<BackupHeader> {
  const pass = () => {}
  return readBackup(backupFile(file), pass, pass).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error
    throw new Failure(error.message, { hint: 'Nothing was restored from it.' })
  })
}

/** Rows go in bit by bit: what fails on the way leaves some of them. */
function incomplete(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return new Failure(message, {
    hint: 'The database is incomplete now: run the command again with --replace.',
    ...(error instanceof Failure && { exitCode: error.exitCode }),
  })
}

async function locate(
  { root, options: where, variables }: Invocation<typeof options>,
  config: Compiled['config'],
  argument: string,
) {
  const path = resolve(root, argument)
  if (existsSync(path)) return { file: path, isTemporary: false }
  if (BACKUP_KEY.test(argument)) {
    const { env: environment, data } = where
    const bucket = { root, config, environment, persist: resolve(root, where.persist), data, variables }
    return { file: await fetchBackup(bucket, argument), isTemporary: true }
  }
  throw new Failure(`There is no file ${argument}, and it is not the key of a backup.`, { exitCode: exitCodes.usage })
}

function requireOwn({ project, environment }: BackupHeader, { owner }: Target, adopt: boolean): void {
  if (adopt || (project === owner.project && environment === owner.environment)) return
  throw new Failure(
    `The backup is of ${project} (${environment}), not of ${owner.project} (${owner.environment}). Nothing was changed.`,
    { hint: 'If that is intended, run the command again with --adopt.', exitCode: exitCodes.wrongTarget },
  )
}

/** @throws Failure for a database that may not be emptied */
async function requireRoom(
  { database, owner }: Target,
  compilation: Compiled,
  { replace, adopt }: { replace: boolean; adopt: boolean },
): Promise<void> {
  if (await isEmpty(database)) return
  const unfinished = await findUnfinished(database)
  if (unfinished !== null) {
    const { project, environment, backup } = unfinished
    const isOwn = adopt || (project === owner.project && environment === owner.environment)
    if (replace && isOwn) return
    throw new Failure(
      `A restore of ${backup} into this database of ${project} (${environment}) did not finish. Nothing was changed.`,
      {
        hint: isOwn
          ? 'Run the command again with --replace.'
          : 'If this is the right database, run the command again with --replace --adopt.',
        exitCode: exitCodes.wrongTarget,
      },
    )
  }
  if (!replace) {
    throw new Failure('The database is not empty. Nothing was changed.', {
      hint: 'Save its contents with `cms backup`, then run the command again with --replace, which drops them.',
      exitCode: exitCodes.wrongTarget,
    })
  }
  if (!adopt) await database.status(migrationsOf(compilation), owner)
}
