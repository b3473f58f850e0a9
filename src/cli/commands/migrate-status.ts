import { type MigrationStatus, shownStatus } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { compileProject, migrationsOf } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { remedyFor } from '../target/contradiction.ts'
import { type Target, targetOptions, withTarget } from '../target/with-target.ts'

export const migrateStatus = defineCommand({
  name: 'migrate status',
  summary: 'List the applied and pending migrations of a database',
  options: targetOptions,
  async run(invocation) {
    const { root, options, variables } = invocation
    const compilation = await compileProject(invocation)
    return withTarget({ root, config: compilation.config, options, variables }, async (target) => ({
      status: await target.database.status(migrationsOf(compilation), target.owner),
      target,
    }))
  },
  print: ({ status, target }, output) => printStatus(status, target, output),
  toJson: ({ status }) => shownStatus(status),
  exitCode: ({ status, target }) => exitCodeOf(status, target),
})

function printStatus({ applied, pending, drift }: MigrationStatus, target: Target, output: Output): void {
  const strays = new Set(drift.filter(({ kind }) => kind !== 'skipped').map(({ name }) => name))
  for (const { name, appliedAt } of applied.filter((row) => !strays.has(row.name))) {
    output.print(`${output.style('green', 'applied')} ${name}  ${output.style('dim', appliedAt)}`)
  }
  for (const name of pending) output.print(`${output.style('yellow', 'pending')} ${name}`)
  for (const entry of drift) {
    output.print(`${output.style(target.isLocal ? 'yellow' : 'red', 'drift')}   ${entry.message}`)
    if (!target.isLocal) output.print(output.style('dim', `        ${remedyFor(entry, target)}`))
  }
  if (target.isLocal && drift.length > 0) output.note(MOVES)
  if (applied.length + pending.length + drift.length === 0) output.print('There are no migrations.')
}

const MOVES =
  '`cms migrate apply` updates the local database to match migrations/, and copies each table that loses values.'

/**
 * Returns the exit code. A local database with other migrations counts as behind, not as drifted: `cms migrate apply`
 * brings it to the current migrations.
 */
function exitCodeOf({ pending, drift }: MigrationStatus, { isLocal }: Target): ExitCode {
  if (pending.length > 0 || (isLocal && drift.length > 0)) return exitCodes.stale
  return drift.length > 0 ? exitCodes.drift : exitCodes.done
}
