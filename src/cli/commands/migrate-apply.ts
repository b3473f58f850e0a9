import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { compileProject, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { migrateOptions, requireLocal } from './migrate-options.ts'

export const migrateApply = defineCommand({
  name: 'migrate apply',
  summary: 'Apply pending migrations to the local database',
  options: migrateOptions,
  async run(invocation) {
    const { root, json, output, options } = invocation
    requireLocal(options.env, 'migrate apply')
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { withLocalDatabase } = await import('../migrate/with-local-database.ts')
    const { applied } = await withLocalDatabase(root, resolve(root, options.persist), (database) =>
      database.apply(migrationsOf(outcome.compilation)),
    )
    if (json) output.printJson({ applied })
    else if (applied.length === 0) output.print(`${output.style('green', '✓')} Nothing is pending.`)
    else for (const name of applied) output.print(`${output.style('green', 'applied')} ${name}`)
    return exitCodes.done
  },
})
