import { covers } from '../../ground/covers.ts'
import { newApiToken } from '../../runtime/accounts/api-token.ts'
import { sha256 } from '../../runtime/common/hash.ts'
import { uuidv7 } from '../../runtime/common/uuidv7.ts'
import { insertToken, listTokens, revokeToken } from '../accounts/tokens.ts'
import { findUser, type User } from '../accounts/users.ts'
import { type Accounts, withAccounts } from '../accounts/with-accounts.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { printTable } from '../table.ts'
import { targetOptions } from '../target/with-target.ts'

export const tokenCreate = defineCommand({
  name: 'token create',
  summary: 'Create an API token for an account, and print it once',
  argument: 'email',
  options: {
    ...targetOptions,
    name: { type: 'string', value: 'words', default: 'cms token create', summary: 'The purpose of the token' },
    scopes: {
      type: 'string',
      value: 'list',
      default: '',
      summary: 'Permissions, separated by commas (default: read-only access)',
    },
    expires: { type: 'string', value: 'date', summary: 'When it expires, ISO 8601 (default: never)' },
  },
  async run(invocation) {
    const { options, argument } = invocation
    if (argument === undefined) throw usage('The command needs the email of an account.')
    const scopes = options.scopes.split(',').flatMap((scope) => scope.trim() || [])
    const expiresAt = readExpiry(options.expires)
    return withAccounts(invocation, async (accounts) => {
      requireTokens(accounts)
      const user = await findUser(accounts.database, argument)
      requireScopes(scopes, user, accounts)
      const token = newApiToken()
      const id = uuidv7()
      await insertToken(accounts.database, {
        id,
        userId: user.id,
        name: options.name,
        tokenHash: await sha256(token),
        scopes: [...new Set(scopes)].sort(),
        expiresAt,
      })
      return { id, token, email: user.email }
    })
  },
  print({ token, email }, output) {
    output.print(token)
    output.note(`The token of ${email}. Store it now: it is not shown again.`)
  },
  toJson: ({ id, token }) => ({ id, token }),
})

export const tokenList = defineCommand({
  name: 'token list',
  summary: 'List API tokens',
  options: {
    ...targetOptions,
    user: { type: 'string', value: 'email', summary: 'Only tokens of this account' },
  },
  async run(invocation) {
    const { options } = invocation
    return withAccounts(invocation, async (accounts) => {
      requireTokens(accounts)
      const user = options.user === undefined ? undefined : await findUser(accounts.database, options.user)
      return { tokens: await listTokens(accounts.database, user?.id) }
    })
  },
  print({ tokens }, output) {
    if (tokens.length === 0) return output.print('There are no tokens.')
    const rows = tokens.map((token) => [
      token.id,
      token.email,
      token.name,
      token.scopes.join(','),
      token.expiresAt ?? 'never',
      token.lastUsedAt ?? 'never',
    ])
    printTable(['id', 'account', 'name', 'scopes', 'expires', 'last used'], rows, output)
  },
})

export const tokenRevoke = defineCommand({
  name: 'token revoke',
  summary: 'Revoke an API token',
  argument: 'id',
  options: targetOptions,
  async run(invocation) {
    const { argument } = invocation
    if (argument === undefined) throw usage('The command needs the id of a token: `cms token list` shows it.')
    return withAccounts(invocation, async (accounts) => {
      requireTokens(accounts)
      if (!(await revokeToken(accounts.database, argument))) throw new Failure(`There is no token ${argument}.`)
      return { revoked: argument }
    })
  },
  print({ revoked }, output) {
    output.print(`${output.style('green', '✓')} ${revoked} is revoked`)
  },
})

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = Date.parse(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && time > Date.now()) return time
  throw usage(`--expires takes a time in the future, such as 2030-01-31 or 2030-01-31T12:00Z, not ${text}.`)
}

/**
 * Requires that the owner has every scope: a token has no more rights than its owner, so any other scope is a mistake.
 */
function requireScopes(scopes: readonly string[], user: User, { manifest }: Accounts): void {
  const permissions = manifest.roles[user.role] ?? []
  const beyond = scopes.find((scope) => !permissions.some((permission) => covers(permission, scope)))
  if (beyond === undefined) return
  throw usage(
    `The role ${user.role} of ${user.email} does not have the permission ${beyond}.`,
    permissions.length === 0 ? 'It has no permissions.' : `It has ${permissions.join(', ')}.`,
  )
}

function requireTokens({ manifest }: Accounts): void {
  if (manifest.tables.includes('api_tokens')) return
  throw new Failure('This project has no API tokens.', { hint: 'Add the plugin core-auth to the config.' })
}

function usage(message: string, hint?: string): Failure {
  return new Failure(message, { exitCode: exitCodes.usage, ...(hint === undefined ? {} : { hint }) })
}
