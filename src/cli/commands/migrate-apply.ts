import type { Migration } from '../../manifest/index.ts'
import type { Applied } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, migrationsOf } from '../compile-project.ts'
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
    adopt: { type: 'boolean', summary: 'Take over a database that belongs to nobody or to another environment' },
  },
  async run(invocation) {
    const { root, json, output, options } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const applied = await withTarget({ root, config: compilation.config, options }, async (target) => {
      if (!target.isLocal) await requireWritten(root, compilation)
      const migrations = migrationsOf(compilation)
      const outcome = await target.database.apply(migrations, { owner: target.owner, adopt: options.adopt })
      if (outcome.applied.length === 0) await requireKnown(target.database, migrations)
      return outcome
    })
    print(applied, json, output)
    return exitCodes.done
  },
})

/** What is applied to a database of others is what stands in the files that they review. */
async function requireWritten(root: string, compilation: Compiled): Promise<void> {
  const { findStaleOutputs } = await import('../../compile/index.ts')
  const [stale] = findStaleOutputs(root, compilation).filter((path) => path.startsWith('migrations/'))
  if (stale === undefined) return
  throw new Failure(`${stale} is not what the config compiles to; nothing was applied.`, {
    hint: '`cms build` writes it.',
    exitCode: exitCodes.stale,
  })
}

/** A database that is ahead of this checkout has nothing pending, and yet is not what this checkout is about. */
async function requireKnown(database: ProjectDatabase, migrations: readonly Migration[]): Promise<void> {
  const { drift } = await database.status(migrations)
  if (drift.length === 0) return
  throw new Failure(`Nothing was applied: ${drift.map(({ message }) => message).join('; ')}.`, {
    hint: 'A newer checkout may have done so: `git pull` brings its migrations.',
    exitCode: exitCodes.drift,
  })
}

function print({ applied }: Applied, json: boolean, output: Output): void {
  if (json) output.printJson({ applied })
  else if (applied.length === 0) output.print(`${output.style('green', '✓')} Nothing is pending.`)
  else for (const name of applied) output.print(`${output.style('green', 'applied')} ${name}`)
}
