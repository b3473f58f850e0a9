import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import { BackupError, readHeader } from '../../runtime/backup/index.ts'
import type { Owner } from '../../runtime/migrations/index.ts'
import { backupFile } from '../backup/backup-file.ts'
import { BACKUP_KEY, fetchBackup } from '../backup/fetch-backup.ts'
import { type Proof, printUnexplained, proveBackup } from '../backup/prove-backup.ts'
import { isEmpty, restoreBackup } from '../backup/restore-backup.ts'
import { defineCommand, type Invocation, type Options } from '../command.ts'
import { type Compiled, compileProject, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireEnvironment, type Target, targetOptions, withTarget } from '../target/with-target.ts'

const options = {
  ...targetOptions,
  replace: { type: 'boolean', summary: 'Drop the contents of the database first' },
  'dry-run': { type: 'boolean', summary: 'Verify that the backup can be restored, without touching the database' },
  adopt: { type: 'boolean', summary: 'Accept a backup, or replace a database, of another project or environment' },
} as const satisfies Options

type Given = Invocation<typeof options>

export const restore = defineCommand({
  name: 'restore',
  summary: 'Restore a database from a backup, and verify every table',
  argument: 'file or key',
  options,
  async run(invocation) {
    const { options, argument } = invocation
    if (argument === undefined) {
      throw new Failure('`cms restore` needs a file, or the key of a backup in the bucket.', {
        exitCode: exitCodes.usage,
      })
    }
    const compilation = await compileProject(invocation)
    requireEnvironment(options.env, compilation.config)
    const { file, isTemporary } = await locate(invocation, compilation.config, argument)
    try {
      await requireOwn(file, { project: compilation.config.name, environment: options.env }, options.adopt)
      const proof = await (options['dry-run'] ? prove : replace)(invocation, compilation, file)
      const { tables, rows, header, unexplained } = proof
      const verified = unexplained.length === 0
      return { tables, rows, createdAt: header.createdAt, restored: !options['dry-run'], verified, unexplained }
    } finally {
      if (isTemporary) rmSync(dirname(file), { recursive: true, force: true })
    }
  },
  print({ tables, rows, createdAt, restored, unexplained }, output) {
    const done = output.style('green', restored ? 'restored' : 'would restore')
    output.print(`${done} ${counted(rows, 'row')} of ${counted(tables, 'table')}, as of ${createdAt}`)
    printUnexplained(unexplained, output)
  },
  exitCode: ({ verified }) => (verified ? exitCodes.done : exitCodes.drift),
})

/** Verifies a backup without touching any database of the project. */
function prove({ root, output }: Given, compilation: Compiled, file: string): Promise<Proof> {
  return proveBackup({ root, compilation, file, output })
}

async function replace(parameters: Given, compilation: Compiled, file: string): Promise<Proof> {
  const { root, output, options: where, variables } = parameters
  return withTarget({ root, config: compilation.config, options: where, variables }, async (target) => {
    const { database, owner, machine } = target
    await machine?.run({ kind: 'take' })
    await requireRoom(target, compilation, where)
    const proof = await prove(parameters, compilation, file)
    const startProgress = (rows: number) => output.startProgress('restore', rows)
    await restoreBackup({ database, file, startProgress, ...(where.adopt && { owner }) })
    return proof
  })
}

async function locate({ root, options: where, variables }: Given, config: Compiled['config'], argument: string) {
  const path = resolve(root, argument)
  if (existsSync(path)) return { file: path, isTemporary: false }
  if (BACKUP_KEY.test(argument)) {
    const { env: environment, data } = where
    const bucket = { root, config, environment, persist: resolve(root, where.persist), data, variables }
    return { file: await fetchBackup(bucket, argument), isTemporary: true }
  }
  throw new Failure(`${argument} is neither an existing file nor the key of a backup.`, { exitCode: exitCodes.usage })
}

/**
 * Requires a backup of this owner or, with `adopt`, of any owner.
 * @throws Failure for any other file
 */
async function requireOwn(file: string, owner: Owner, adopt: boolean): Promise<void> {
  const { project, environment } = await readHeader(backupFile(file)).catch((error: unknown) => {
    if (error instanceof BackupError) throw new Failure(error.message, { hint: 'Nothing was restored from it.' })
    throw error
  })
  if (adopt || (project === owner.project && environment === owner.environment)) return
  throw new Failure(
    `The backup was made from ${project} (${environment}), not from ${owner.project} (${owner.environment}). Nothing was changed.`,
    { hint: 'If that is intended, run the command again with --adopt.', exitCode: exitCodes.wrongTarget },
  )
}

/**
 * Requires that the database is empty, or may be replaced.
 * @throws Failure for any other database
 */
async function requireRoom(
  { database, owner }: Target,
  compilation: Compiled,
  { replace, adopt }: { replace: boolean; adopt: boolean },
): Promise<void> {
  if (await isEmpty(database)) return
  if (!replace) {
    throw new Failure('The database is not empty. Nothing was changed.', {
      hint: 'Save its contents with `cms backup`, then run the command again with --replace, which drops them.',
      exitCode: exitCodes.wrongTarget,
    })
  }
  if (!adopt) await database.status(migrationsOf(compilation), owner)
}
