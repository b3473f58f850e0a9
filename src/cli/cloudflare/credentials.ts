import { Failure } from '../failure.ts'
import type { WranglerBindings, WranglerFile } from '../wrangler/wrangler-file.ts'

/** Which database of which account, and the token that opens it. */
export interface Credentials {
  readonly token: string
  readonly account: string
  /** The database's id, as in `wrangler.toml`. */
  readonly database: string
  /** Without a slash at its end. */
  readonly baseUrl: string
}

/** Cloudflare's API (https://developers.cloudflare.com/api). `CLOUDFLARE_API_BASE_URL` names another, as in wrangler. */
const BASE_URL = 'https://api.cloudflare.com/client/v4'

/**
 * How to reach an environment's database: its id from `wrangler.toml`, the account from there or from the shell, the
 * token from the shell alone.
 * @throws Failure with one sentence for the first that is missing
 */
export function readCredentials(
  environment: string,
  file: WranglerFile | null,
  variables: Readonly<Record<string, string | undefined>>,
): Credentials {
  const bindings = file?.env[environment]
  const database = databaseId(environment, bindings)
  const token = variables.CLOUDFLARE_API_TOKEN
  if (!token) {
    throw new Failure(`CLOUDFLARE_API_TOKEN is not set: the database of ${environment} is reached with it.`, {
      hint: 'A token with the permission “D1: Edit” is made at https://dash.cloudflare.com/profile/api-tokens.',
    })
  }
  const account = variables.CLOUDFLARE_ACCOUNT_ID || bindings?.account_id || file?.account_id
  if (!account) {
    throw new Failure(`CLOUDFLARE_ACCOUNT_ID is not set: the database of ${environment} lies in an account.`, {
      hint: '`account_id` in wrangler.toml does as well.',
    })
  }
  const baseUrl = (variables.CLOUDFLARE_API_BASE_URL || BASE_URL).replace(/\/+$/, '')
  return { token, account, database, baseUrl }
}

function databaseId(environment: string, bindings: WranglerBindings | undefined): string {
  const section = `[[env.${environment}.d1_databases]]`
  if (!bindings) throw new Failure(`wrangler.toml has no section [env.${environment}].`)
  const database = bindings.d1_databases.find(({ binding }) => binding === 'DB')
  if (!database) throw new Failure(`wrangler.toml has no ${section} with the binding DB.`)
  if (database.database_id) return database.database_id
  throw new Failure(`The binding DB of ${section} in wrangler.toml has no database_id.`, {
    hint: `\`wrangler d1 create ${database.database_name ?? '<name>'}\` makes the database and prints its id.`,
  })
}
