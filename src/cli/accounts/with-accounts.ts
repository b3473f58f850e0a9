import type { Manifest } from '../../manifest/index.ts'
import type { Invocation } from '../command.ts'
import { compileProject, migrationsOf } from '../compile-project.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type TargetChoice, withTarget } from '../target/with-target.ts'

export interface Accounts {
  readonly database: ProjectDatabase
  readonly manifest: Manifest
}

/**
 * Opens the accounts of an environment. Tables of the development database are created if they are missing; any other
 * database must have them.
 * @throws Failure if the database belongs to another project, or was never migrated
 */
export async function withAccounts<Result>(
  invocation: Pick<Invocation, 'root' | 'output' | 'variables'> & Pick<TargetChoice, 'options'>,
  use: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const compilation = await compileProject(invocation)
  const { root, options, variables } = invocation
  return withTarget({ root, config: compilation.config, options, variables }, async ({ database, owner, isLocal }) => {
    const migrations = migrationsOf(compilation)
    const { applied } = await database.status(migrations, owner)
    if (applied.length === 0) {
      if (!isLocal) {
        throw new Failure(`The database of ${options.env} has no tables yet.`, {
          hint: `\`cms migrate apply --env ${options.env}\` creates them.`,
          exitCode: exitCodes.stale,
        })
      }
      await database.apply(migrations, { owner })
    }
    return use({ database, manifest: compilation.manifest })
  })
}
