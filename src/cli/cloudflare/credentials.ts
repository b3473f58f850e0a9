import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'
import type { WranglerBindings, WranglerFile } from '../wrangler/wrangler-file.ts'
import { type Account, readAccount } from './account.ts'

/** Database and account, and the token that gives access to them. */
export interface Credentials extends Account {
  /** Id of the database, as in `wrangler.toml`. */
  readonly database: string
}

/**
 * Reads what is needed to reach an environment's database: the id from `wrangler.toml`, the account from that file or
 * from the shell, the token only from the shell.
 * @throws Failure with one sentence about the first thing that is missing
 */
export function readCredentials(environment: string, file: WranglerFile | null, variables: Variables): Credentials {
  const database = databaseId(environment, file?.env[environment])
  const purpose = { text: `the database of ${environment}`, permission: 'D1: Edit' }
  const { token, account, baseUrl } = readAccount(environment, file, variables, purpose)
  return { token, account, database, baseUrl }
}

function databaseId(environment: string, bindings: WranglerBindings | undefined): string {
  const section = `[[env.${environment}.d1_databases]]`
  if (!bindings) throw new Failure(`wrangler.toml has no section [env.${environment}].`)
  const database = bindings.d1_databases.find(({ binding }) => binding === 'DB')
  if (!database) throw new Failure(`wrangler.toml has no ${section} with the binding DB.`)
  if (database.database_id) return database.database_id
  throw new Failure(`The binding DB of ${section} in wrangler.toml has no database_id.`, {
    hint: `\`wrangler d1 create ${database.database_name ?? '<name>'}\` creates the database and prints its id.`,
  })
}
