import type { MigrationStatus } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { compileProject, migrationsOf } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const migrateStatus = defineCommand({
  name: 'migrate status',
  summary: 'List what a database has of the migrations',
  options: targetOptions,
  async run(invocation) {
    const { root, json, output, options } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const status = await withTarget({ root, config: compilation.config, options }, ({ database, owner }) =>
      database.status(migrationsOf(compilation), owner),
    )
    if (json) output.printJson(status)
    else printStatus(status, output)
    return exitCodeOf(status)
  },
})

function printStatus({ applied, pending, drift }: MigrationStatus, output: Output): void {
  for (const { name, appliedAt } of applied) {
    output.print(`${output.style('green', 'applied')} ${name}  ${output.style('dim', appliedAt)}`)
  }
  for (const name of pending) output.print(`${output.style('yellow', 'pending')} ${name}`)
  for (const { message } of drift) output.print(`${output.style('red', 'drift')}   ${message}`)
  if (applied.length + pending.length + drift.length === 0) output.print('There are no migrations.')
}

function exitCodeOf({ pending, drift }: MigrationStatus): ExitCode {
  if (pending.length > 0) return exitCodes.stale
  return drift.length > 0 ? exitCodes.drift : exitCodes.done
}
