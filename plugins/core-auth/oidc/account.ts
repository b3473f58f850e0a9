import { and, eq, exists, gt, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
  emit,
  expandPermissions,
  HttpError,
  insertRow,
  log,
  manifestOf,
  permissionsOf,
  type RequestContext,
  settingsOf,
  t,
  users,
} from 'lintel/kit'
import { confirmAddress } from '../confirm-address.ts'
import { createAccount } from '../invitations/accept.ts'
import { type InvitationRow, invitations } from '../invitations/table.ts'
import { isAccount, withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { labelOf, type Provider } from '../oidc-settings.ts'
import { settings } from '../settings.ts'
import { createUser, findUser, findUserByEmail, type UserRow, userObject } from '../users.ts'
import { type Person, roleOf } from './person.ts'
import { oidcIdentities } from './table.ts'

/**
 * Finds the account for a person who has signed in at a provider: the account that is already linked; otherwise the one
 * with their address, if the config links accounts; otherwise a new one, if they are invited or the config gives them a
 * role. If the config maps roles, the account's role follows the provider's claims.
 * @throws HttpError `forbidden` if the config allows no account, `account_inactive`, `email_unverified`, `conflict`,
 * `unauthenticated` if the account was deleted in the meantime
 */
export async function accountOf(c: RequestContext, provider: Provider, person: Person): Promise<UserRow> {
  const role = roleOf(provider, person, (name) => expandPermissions(permissionsOf(c, name), manifestOf(c).roles))
  if (role === null) {
    throw new HttpError('forbidden', t('{provider} gives you no role here: ask an administrator.', named(provider)))
  }
  requireDomain(provider, person)
  const user = (await knownAccount(c, person)) ?? (await newcomer(c, provider, { person, role }))
  if (!user.isActive) throw new HttpError('account_inactive', t('This account has been deactivated.'))
  if (!user.emailVerified && settingsOf(c, settings).requireVerifiedEmail) {
    throw new HttpError('email_unverified', t('First open the link in the email that was sent to this address.'))
  }
  return role === undefined || role === user.role ? user : followRole(c, user, role)
}

function requireDomain({ domains, ...provider }: Provider, { email }: Person): void {
  if (domains === undefined || domains.some((domain) => email?.endsWith(`@${domain}`))) return
  throw new HttpError('forbidden', t('Your address at {provider} may not sign in here.', named(provider)))
}

async function knownAccount({ var: { db } }: RequestContext, { issuer, subject }: Person) {
  const isPerson = and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject))
  const [used] = await db
    .update(oidcIdentities)
    .set({ lastUsedAt: Date.now() })
    .where(isPerson)
    .returning({ userId: oidcIdentities.userId })
  return used && findUser(db, used.userId)
}

interface Newcomer {
  readonly person: Person
  readonly role: string | undefined
}

/**
 * Finds or creates the account of a person who signs in at this provider for the first time. The provider must say that
 * the address is theirs.
 * @throws HttpError `email_unverified`, `forbidden` for a person who gets no account, and as `link` does
 */
async function newcomer(c: RequestContext, provider: Provider, { person, role }: Newcomer): Promise<UserRow> {
  const { email } = person
  if (email === null) {
    throw new HttpError(
      'email_unverified',
      t('{provider} does not say that your email address is confirmed. Confirm it there first.', named(provider)),
    )
  }
  const user = await findUserByEmail(c.var.db, email)
  if (user) return link(c, provider, { user, person })
  const invited = provider.linkAccounts ? await invitationOf(c, email) : undefined
  if (invited) return acceptWith(c, person, invited)
  if (role === undefined) {
    throw new HttpError(
      'forbidden',
      t('There is no account with the address {email}: ask for an invitation.', { email }),
    )
  }
  return create(c, { person, email, role })
}

/**
 * Links an existing account to a person. The person who proved that the address is theirs is not necessarily the one
 * who created the account: `confirmAddress` therefore confirms an unconfirmed address, and ends the earlier
 * credentials.
 * @throws HttpError `conflict` if the config does not link accounts, `unauthenticated` if the account was deleted in
 * the meantime
 */
async function link(
  c: RequestContext,
  provider: Provider,
  { user, person }: { readonly user: UserRow; readonly person: Person },
): Promise<UserRow> {
  const { email } = user
  if (!provider.linkAccounts) {
    throw new HttpError(
      'conflict',
      t('The account with the address {email} is not linked to {provider}. Sign in another way.', {
        email,
        ...named(provider),
      }),
    )
  }
  if (!user.isActive) return user
  const confirmed = user.emailVerified ? { user } : await confirmAddress(c, user.id)
  if (!confirmed) throw new HttpError('unauthenticated')
  const change = { kind: 'provider-linked', provider: labelOf(provider) } as const
  const insert = c.var.db.insert(oidcIdentities).values(identity(person, user.id)).onConflictDoNothing()
  await withMail(c, [insert], await prepareSignInNotice(c, confirmed.user, change))
  await emit(c, 'user:update', { actor: user.id, id: user.id, before: {}, after: { provider: provider.name } })
  return confirmed.user
}

async function create(
  c: RequestContext,
  { person, email, role }: { readonly person: Person; readonly email: string; readonly role: string },
): Promise<UserRow> {
  const { db } = c.var
  const { firstName, lastName } = person
  const names = { ...(firstName === null ? {} : { firstName }), ...(lastName === null ? {} : { lastName }) }
  const input = { email, role, emailVerified: true, ...names }
  const link = async ({ id }: { readonly id: string }) => [
    insertRow(db, oidcIdentities, identity(person, id), isAccount(c, id, email)),
  ]
  const user = await createUser(db, input, link).catch((error: unknown) => error)
  if (!isUser(user)) {
    // Another window that came back at the same time was faster.
    const made = await knownAccount(c, person)
    if (made) return made
    throw user
  }
  await emit(c, 'user:update', { actor: user.id, id: user.id, after: { ...userObject(user) } })
  return user
}

function isUser(made: unknown): made is UserRow {
  return typeof made === 'object' && made !== null && 'passwordHash' in made
}

async function invitationOf({ var: { db } }: RequestContext, email: string): Promise<InvitationRow | undefined> {
  const isOpen = and(eq(invitations.email, email), gt(invitations.expiresAt, Date.now()))
  const [found] = await db.select().from(invitations).where(isOpen)
  return found
}

/** Accepts an invitation for a person who, according to a provider, owns the address. */
function acceptWith(c: RequestContext, person: Person, invited: InvitationRow): Promise<UserRow> {
  const names = { firstName: person.firstName ?? undefined, lastName: person.lastName ?? undefined }
  return createAccount(c, invited, names, (isCreated) => [
    insertRow(c.var.db, oidcIdentities, identity(person, invited.id), isCreated),
  ])
}

function identity({ issuer, subject }: Person, userId: string) {
  const now = Date.now()
  return { issuer, subject, userId, createdAt: now, lastUsedAt: now }
}

/** Sets the role that follows from the provider's claims, unless no administrator would remain. */
async function followRole(c: RequestContext, user: UserRow, role: string): Promise<UserRow> {
  const { db } = c.var
  const others = alias(users, 'others')
  const otherAdmins = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.role, 'admin'), eq(others.isActive, true), ne(others.id, user.id)))
  const [changed] = await db
    .update(users)
    .set({ role, updatedAt: Date.now() })
    .where(and(eq(users.id, user.id), or(ne(users.role, 'admin'), exists(otherAdmins))))
    .returning()
  if (!changed) {
    log(c, 'warn', { type: 'oidc_last_admin', userId: user.id, role })
    return user
  }
  await emit(c, 'user:update', { actor: user.id, id: user.id, before: { role: user.role }, after: { role } })
  return changed
}

function named(provider: Pick<Provider, 'name' | 'label'>) {
  return { provider: provider.label ?? provider.name }
}
