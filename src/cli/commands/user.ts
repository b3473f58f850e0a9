import { nearest } from '../../ground/nearest.ts'
import type { Manifest } from '../../manifest/index.ts'
import { hashPassword } from '../../runtime/accounts/password-hash.ts'
import { uuidv7 } from '../../runtime/common/uuidv7.ts'
import { readPassword } from '../accounts/read-password.ts'
import { type Change, changeUser, deleteUser, findUser, insertUser, listUsers } from '../accounts/users.ts'
import { withAccounts } from '../accounts/with-accounts.ts'
import { defineCommand, type Invocation, type Options } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { printTable } from '../table.ts'
import { targetOptions } from '../target/with-target.ts'

const roleOption = { type: 'string', value: 'name' } as const satisfies Omit<Options[string], 'summary'>

export const userCreate = defineCommand({
  name: 'user create',
  summary: 'Create an account, with the password in CMS_USER_PASSWORD or on standard input',
  argument: 'email',
  options: {
    ...targetOptions,
    role: { ...roleOption, default: 'viewer', summary: 'The role of the account' },
    username: { type: 'string', value: 'name', summary: 'The username (default: the part before the @)' },
    'first-name': { type: 'string', value: 'name', summary: 'First name' },
    'last-name': { type: 'string', value: 'name', summary: 'Last name' },
    'no-password': { type: 'boolean', summary: 'Create an account that signs in only with emailed links' },
  },
  async run(invocation) {
    const { options } = invocation
    const email = requireEmail(invocation.argument)
    const passwordHash = options['no-password'] ? null : await hashPassword(await readPassword(invocation))
    return withAccounts(invocation, async ({ database, manifest }) => {
      requireRole(options.role, manifest)
      const id = uuidv7()
      const username = options.username ?? email.slice(0, email.lastIndexOf('@'))
      const row = {
        id,
        email,
        username,
        role: options.role,
        firstName: options['first-name'] ?? null,
        lastName: options['last-name'] ?? null,
        passwordHash,
      }
      const other = { ...row, username: `${username}-${id.slice(-6)}` }
      const user =
        (await insertUser(database, row)) ?? (options.username === undefined ? await insertUser(database, other) : null)
      if (!user) throw new Failure(`The email ${email}, or the username ${username}, is taken.`)
      return { user }
    })
  },
  print: ({ user }, output) => printDone(`created ${user.email}, ${user.role}`, output),
})

export const userList = defineCommand({
  name: 'user list',
  summary: 'List the accounts',
  options: { ...targetOptions, role: { ...roleOption, summary: 'Only accounts with this role' } },
  async run(invocation) {
    const { options } = invocation
    return withAccounts(invocation, async ({ database, manifest }) => {
      if (options.role !== undefined) requireRole(options.role, manifest)
      return { users: await listUsers(database, options.role) }
    })
  },
  print({ users }, output) {
    if (users.length === 0) return output.print('There are no accounts.')
    const rows = users.map((user) => [user.email, user.role, user.isActive ? 'yes' : 'no', user.id])
    printTable(['email', 'role', 'active', 'id'], rows, output)
  },
})

export const userPassword = changing(
  'user password',
  'Set a password from CMS_USER_PASSWORD or standard input; revokes every session, API token, passkey and emailed link',
  async (invocation) => ({
    passwordHash: await hashPassword(await readPassword(invocation)),
    ends: 'password',
  }),
  'has a new password',
)

export const userResetSecondFactor = changing(
  'user reset-second-factor',
  'Turn off the second factor of an account whose owner has lost it, and end its sessions',
  async () => ({ resetFactor: true, ends: 'secondFactor' }),
  'signs in without a second factor',
)

export const userDeactivate = changing(
  'user deactivate',
  'Deactivate an account, and end its sessions',
  async () => ({ isActive: false, ends: 'deactivation' }),
  'is deactivated',
)

export const userActivate = changing(
  'user activate',
  'Activate an account',
  async () => ({ isActive: true }),
  'is active',
)

export const userRole = defineCommand({
  name: 'user role',
  summary: 'Change the role of an account, from its next request on',
  argument: 'email',
  options: { ...targetOptions, role: { ...roleOption, summary: 'The new role' } },
  async run(invocation) {
    const { options } = invocation
    const email = requireEmail(invocation.argument)
    const { role } = options
    if (role === undefined) throw usage('`cms user role` needs the new role: --role <name>.')
    return withAccounts(invocation, async (accounts) => {
      requireRole(role, accounts.manifest)
      return { user: await changeUser(accounts, await findUser(accounts.database, email), { role }) }
    })
  },
  print: ({ user }, output) => printDone(`${user.email} is ${user.role}`, output),
})

export const userDelete = defineCommand({
  name: 'user delete',
  summary: 'Delete an account with its sessions and tokens; its documents are kept, with its id',
  argument: 'email',
  options: { ...targetOptions, yes: { type: 'boolean', summary: 'Confirm the deletion' } },
  async run(invocation) {
    const { options } = invocation
    const email = requireEmail(invocation.argument)
    return withAccounts(invocation, async (accounts) => {
      const user = await findUser(accounts.database, email)
      if (!options.yes) {
        throw usage(
          `This would delete ${user.email} (${user.role}) for good. Nothing was deleted.`,
          `\`cms user delete ${user.email}${options.env === 'development' ? '' : ` --env ${options.env}`} --yes\` deletes it; \`cms user deactivate ${user.email}\` can be undone.`,
        )
      }
      await deleteUser(accounts, user)
      return { user }
    })
  },
  print: ({ user }, output) => printDone(`${user.email} is deleted`, output),
})

/** Declares a command that changes the account named by its argument. */
function changing(
  name: string,
  summary: string,
  decide: (invocation: Pick<Invocation, 'input' | 'variables'>) => Promise<Change>,
  outcome: string,
) {
  return defineCommand({
    name,
    summary,
    argument: 'email',
    options: targetOptions,
    async run(invocation) {
      const email = requireEmail(invocation.argument)
      const change = await decide(invocation)
      return withAccounts(invocation, async (accounts) => ({
        user: await changeUser(accounts, await findUser(accounts.database, email), change),
      }))
    },
    print: ({ user }, output) => printDone(`${user.email} ${outcome}`, output),
  })
}

/** Returns the email address in the argument, in the form in which it is stored. */
function requireEmail(argument: string | undefined): string {
  const email = argument?.trim().toLowerCase()
  if (email === undefined) throw usage('The command needs the email of an account.')
  if (email.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(email)) return email
  throw usage(`“${argument}” is not an email address.`)
}

function requireRole(role: string, { roles }: Manifest): void {
  if (Object.hasOwn(roles, role)) return
  const names = Object.keys(roles)
  const meant = nearest(role, names)
  throw usage(
    `There is no role ${role}.`,
    meant === undefined ? `The roles are ${names.join(', ')}.` : `Did you mean ${meant}?`,
  )
}

function usage(message: string, hint?: string): Failure {
  return new Failure(message, { exitCode: exitCodes.usage, ...(hint === undefined ? {} : { hint }) })
}

function printDone(sentence: string, output: Output): void {
  output.print(`${output.style('green', '✓')} ${sentence}`)
}
