import { nearest } from '../../ground/nearest.ts'
import type { Migration } from '../../manifest/index.ts'
import type { LedgerMove, LedgerRow, MigrationStatus } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { compileProject, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const migrateResolve = defineCommand({
  name: 'migrate resolve',
  summary: 'Correct the ledger of a database after a restore, without running the migration',
  argument: 'name',
  options: {
    applied: { type: 'boolean', summary: 'Mark the migration as applied: the database has it' },
    'rolled-back': { type: 'boolean', summary: 'Mark the migration as not applied: the database does not have it' },
    ...targetOptions,
  },
  async run(invocation) {
    const { root, options, argument, variables } = invocation
    if (argument === undefined || options.applied === options['rolled-back']) throw usage
    const compilation = await compileProject(invocation)
    const migrations = migrationsOf(compilation)
    const { config } = compilation
    const name = await withTarget({ root, config, options, variables }, async ({ database, owner }) => {
      const status = await database.status(migrations, owner)
      const found = fullName(argument, [...migrations, ...status.applied])
      await database.move(
        options.applied ? markApplied(found, migrations, status) : markRolledBack(found, migrations, status),
      )
      return found
    })
    return { name, marked: options.applied ? 'applied' : 'rolled-back', environment: options.env }
  },
  print({ name, marked, environment }, output) {
    const words = marked.replace('-', ' ')
    output.print(`${output.style('green', words)} ${name}: only the ledger of ${environment} was changed.`)
  },
})

const usage = new Failure('`cms migrate resolve` needs a migration, and either --applied or --rolled-back.', {
  hint: 'cms migrate resolve 0002_add_posts_lead.sql --rolled-back --env development',
  exitCode: exitCodes.usage,
})

/**
 * Completes the name of a migration, which may lack `.sql`.
 * @throws Failure for an unknown name
 */
function fullName(word: string, known: readonly { readonly name: string }[]): string {
  const names = [...new Set(known.map(({ name }) => name))]
  const found = names.find((name) => name === word || name === `${word}.sql`)
  if (found !== undefined) return found
  const meant = nearest(word, names)
  throw refuse(
    `There is no migration ${word}, neither in migrations/ nor in the ledger.`,
    meant === undefined ? '`cms migrate status` lists them.' : `Did you mean ${meant}?`,
  )
}

function markApplied(name: string, migrations: readonly Migration[], { applied }: MigrationStatus): LedgerMove {
  const index = migrations.findIndex((migration) => migration.name === name)
  const row = applied.find((candidate) => candidate.name === name)
  const migration = migrations[index]
  if (!migration) throw refuse(`${name} is in the ledger, but not in this project.`, FORGET)
  if (row) throw alreadyApplied(migration, row)
  const rows = new Set(applied.map((candidate) => candidate.name))
  const before = migrations.slice(0, index).find((candidate) => !rows.has(candidate.name))
  if (before)
    throw refuse(`${before.name} comes before ${name} and is not applied.`, `Apply or resolve ${before.name} first.`)
  return { statements: [], forgotten: [], recorded: [{ name, checksum: migration.checksum, phase: migration.phase }] }
}

const FORGET = 'If the database does not have it either, mark the migration with --rolled-back.'

function alreadyApplied({ name, checksum }: Migration, row: LedgerRow): Failure {
  if (row.checksum === null || row.checksum === checksum) {
    return refuse(`${name} is already marked as applied, at ${row.appliedAt}.`, 'There is nothing to resolve.')
  }
  return refuse(
    `${name} was applied with different content, at ${row.appliedAt}.`,
    'If the database matches the file as it is now, mark the migration with --rolled-back, then with --applied.',
  )
}

function markRolledBack(name: string, migrations: readonly Migration[], { applied }: MigrationStatus): LedgerMove {
  const index = applied.findIndex((row) => row.name === name)
  if (index === -1) throw refuse(`${name} is not applied.`, 'There is nothing to resolve.')
  const after = applied.slice(index + 1).at(-1)
  // A migration that this project does not know may have any position.
  const isKnown = migrations.some((migration) => migration.name === name)
  if (after && isKnown)
    throw refuse(`${after.name} was applied after ${name}.`, `Mark ${after.name} as rolled back first.`)
  return { statements: [], forgotten: [name], recorded: [] }
}

function refuse(reason: string, hint: string): Failure {
  return new Failure(`${reason} Nothing was changed.`, { hint })
}
