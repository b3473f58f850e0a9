import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'
import type { WranglerFile } from '../wrangler/wrangler-file.ts'

/** Cloudflare account, and the token that gives access to it. */
export interface Account {
  readonly token: string
  readonly account: string
  /** Address of the API, without a slash at the end. */
  readonly baseUrl: string
}

/**
 * Address of Cloudflare's API (https://developers.cloudflare.com/api). `CLOUDFLARE_API_BASE_URL` replaces it, as in
 * wrangler.
 */
const BASE_URL = 'https://api.cloudflare.com/client/v4'

/**
 * Reads the account from the shell or from `wrangler.toml`, and the token only from the shell.
 * @param purpose what the account is needed for: part of the message if something is missing
 * @throws Failure with one sentence about the first thing that is missing
 */
export function readAccount(
  environment: string,
  file: WranglerFile | null,
  variables: Variables,
  purpose: { readonly text: string; readonly permission: string },
): Account {
  const token = variables.CLOUDFLARE_API_TOKEN
  if (!token) {
    throw new Failure(`CLOUDFLARE_API_TOKEN is not set: ${purpose.text} needs it.`, {
      hint: `Create a token with the permission “${purpose.permission}” at https://dash.cloudflare.com/profile/api-tokens and set it.`,
    })
  }
  const account = variables.CLOUDFLARE_ACCOUNT_ID || file?.env[environment]?.account_id || file?.account_id
  if (!account) {
    throw new Failure(`CLOUDFLARE_ACCOUNT_ID is not set: ${purpose.text} needs it.`, {
      hint: 'Set it, or `account_id` in wrangler.toml.',
    })
  }
  return { token, account, baseUrl: (variables.CLOUDFLARE_API_BASE_URL || BASE_URL).replace(/\/+$/, '') }
}
