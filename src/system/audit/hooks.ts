import { eq } from 'drizzle-orm'
import type { Hook, HookEvent } from '../../config/hooks.ts'
import type { RequestContext } from '../../config/request.ts'
import type { Json } from '../../fields/field-type.ts'
import { audit, users } from '../../runtime/kit.ts'

/**
 * Records that a user signed in, or that an attempt failed. It stores the account of an attempt, but not what was
 * typed.
 */
const login: Hook = async (event, c) => {
  const account = await findAccount(c, event)
  await audit(c, {
    action: event.actor === null ? 'auth.login_failed' : 'auth.login',
    collection: 'users',
    ...(account === undefined ? {} : { id: account.id }),
    actor: event.actor === null ? null : (account ?? { id: event.actor, email: null }),
  })
}

const logout: Hook = async (event, c) => {
  const account = await findAccount(c, event)
  await audit(c, { action: 'auth.logout', collection: 'users', ...idOf(event), actor: account ?? null })
}

/** Records a change to an account. A deleted account has no `after`. */
const userUpdate: Hook = (event, c) =>
  auditEvent(event, c, event.after === null ? 'user.delete' : 'user.update', 'users')
const mediaUpload: Hook = (event, c) => auditEvent(event, c, 'media.upload', 'media')
const mediaDelete: Hook = (event, c) => auditEvent(event, c, 'media.delete', 'media')

/** Hooks that record events of the service, except those of documents, which are recorded with the change itself. */
export const auditHooks = {
  'auth:login': login,
  'auth:logout': logout,
  'user:update': userUpdate,
  'media:upload': mediaUpload,
  'media:delete': mediaDelete,
}

/**
 * Records an event. If a user follows a link from an email, the owner of the link is the actor, although nobody is
 * signed in.
 */
async function auditEvent(event: HookEvent, c: RequestContext, action: string, collection: string): Promise<void> {
  const { actor, before = null, after = null } = event
  const caller = c.get('user')
  const who = caller?.id === actor ? caller : actor === null ? null : { id: actor, email: null }
  await audit(c, {
    action,
    collection,
    ...idOf(event),
    before: asFields(before),
    after: asFields(after),
    actor: who,
  })
}

function idOf({ id }: HookEvent): { readonly id?: string } {
  return id === undefined ? {} : { id }
}

/** Returns an object's properties; `null` for any other value. */
function asFields(value: Json): Readonly<Record<string, Json>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : null
}

async function findAccount(c: RequestContext, { actor, email }: HookEvent) {
  const condition = actor === null ? (email === undefined ? null : eq(users.email, email)) : eq(users.id, actor)
  if (condition === null) return undefined
  const found = c.get('db').select({ id: users.id, email: users.email }).from(users).where(condition).limit(1)
  return (await found)[0]
}
