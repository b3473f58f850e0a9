import type { Migration } from '../../manifest/index.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, migrationsOf } from '../compile-project.ts'
import { describeArchived } from '../database/describe-archived.ts'
import type { LocalOutcome } from '../database/local-change.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const migrateApply = defineCommand({
  name: 'migrate apply',
  summary: 'Apply pending migrations to a database',
  options: {
    ...targetOptions,
    adopt: { type: 'boolean', summary: 'Take over a database that has no owner or a different owner' },
  },
  async run(invocation) {
    const { root, options, variables } = invocation
    const compilation = await compileProject(invocation)
    return withTarget(
      { root, config: compilation.config, options, variables },
      async (target): Promise<LocalOutcome> => {
        const applyTo = { owner: target.owner, adopt: options.adopt }
        if (target.isLocal) {
          const { applyToLocal } = await import('../database/apply-to-local.ts')
          return applyToLocal(root, compilation, target.database, applyTo)
        }
        await requireWritten(root, compilation)
        const migrations = migrationsOf(compilation)
        const { applied } = await target.database.apply(migrations, applyTo)
        if (applied.length === 0) await requireKnown(target.database, migrations)
        return { applied, replaced: [], archived: [] }
      },
    )
  },
  print,
})

/**
 * Requires that the migrations on disk match the config: a shared database only receives migrations that can be
 * reviewed.
 */
async function requireWritten(root: string, compilation: Compiled): Promise<void> {
  const { findStaleOutputs } = await import('../../compile/index.ts')
  const [stale] = findStaleOutputs(root, compilation).filter((path) => path.startsWith('migrations/'))
  if (stale === undefined) return
  throw new Failure(`${stale} does not match the config; nothing was applied.`, {
    hint: '`cms build` writes it.',
    exitCode: exitCodes.stale,
  })
}

/**
 * Throws if the ledger contradicts the migrations, for example contains one that this checkout lacks: nothing is
 * pending, yet the schemas differ.
 */
async function requireKnown(database: ProjectDatabase, migrations: readonly Migration[]): Promise<void> {
  const { drift } = await database.status(migrations)
  if (drift.length === 0) return
  throw new Failure(`Nothing was applied: ${drift.map(({ message }) => message).join('; ')}.`, {
    hint: 'A newer checkout may have applied it: `git pull` fetches its migrations.',
    exitCode: exitCodes.drift,
  })
}

function print({ applied, replaced, archived }: LocalOutcome, output: Output): void {
  const gone = replaced.filter((name) => !applied.includes(name))
  for (const name of gone) output.print(`${output.style('yellow', 'left')}    ${name}: this folder does not have it`)
  for (const name of applied) {
    const note = replaced.includes(name) ? ', replacing its earlier version' : ''
    output.print(`${output.style('green', 'applied')} ${name}${note}`)
  }
  for (const sentence of describeArchived({ archived })) output.note(`${output.noteStyle('yellow', '!')} ${sentence}`)
  if (applied.length + replaced.length === 0) output.print(`${output.style('green', '✓')} Nothing is pending.`)
}
