import { defineRoute } from 'lintel'
import { PASSWORD_LENGTH } from 'lintel/kit'
import * as z from 'zod'
import { signedInObject } from '../outcome-object.ts'
import { homeOf } from '../page-routes.ts'
import { newCredential, newText } from '../passkeys/credential.ts'
import { pagination, paginationOf, paging, signedIn } from '../responses.ts'
import { accept, beginInvitedPasskey, openInvitation } from './accept.ts'
import { invite, listInvitations, resend, revoke } from './invite.ts'
import { invitation, invitationObject, newInvitation, optionalName, sentInvitation } from './objects.ts'

const sent = z.strictObject({ data: sentInvitation })
const sentPage = async () => (await import('./invitations-page.tsx')).sentPage

export const listOfInvitations = defineRoute({
  method: 'GET',
  path: '/admin/users/invitations',
  access: ['admin'],
  summary: 'List invitations that nobody has accepted yet, newest first',
  input: { query: z.strictObject({ done: z.enum(['sent', 'revoked']).optional(), ...paging }) },
  returns: z.strictObject({ data: z.array(invitation), pagination }),
  load: async (c, { query }) => {
    const { data, total } = await listInvitations(c, query)
    return { data, pagination: paginationOf(query, total) }
  },
  page: () => import('./invitations-page.tsx'),
})

export const inviteAddress = defineRoute({
  method: 'GET',
  path: '/admin/users/invite',
  access: ['admin'],
  summary: 'Redirect to the page of invitations, which contains the form',
  to: '/admin/users/invitations',
  toStatus: 302,
})

export const inviteUser = defineRoute({
  method: 'POST',
  path: '/admin/users/invite',
  access: ['admin'],
  summary: 'Invite a person by email; if no plugin sends email, the response contains the link',
  input: { body: newInvitation },
  returns: sent,
  status: 201,
  problems: ['conflict'],
  act: async (c, { body }) => ({ data: await invite(c, body) }),
  to: ({ data }) => (data.url === undefined ? '/admin/users/invitations?done=sent' : null),
  page: sentPage,
  again: () => import('./invitations-page.tsx'),
})

export const resendInvitation = defineRoute({
  method: 'POST',
  path: '/admin/users/invitations/:id/resend',
  access: ['admin'],
  summary: 'Send an invitation again, for another week; the previous link stops working',
  returns: sent,
  problems: ['not_found'],
  act: async (c, { params }) => ({ data: await resend(c, params.id) }),
  to: ({ data }) => (data.url === undefined ? '/admin/users/invitations?done=sent' : null),
  page: sentPage,
  again: () => import('./invitations-page.tsx'),
})

export const revokeInvitation = defineRoute({
  method: 'DELETE',
  path: '/admin/users/invitations/:id',
  access: ['admin'],
  summary: 'Revoke an invitation',
  returns: z.strictObject({ data: z.strictObject({ id: z.string() }) }),
  problems: ['not_found'],
  act: async (c, { params }) => {
    await revoke(c, params.id)
    return { data: { id: params.id } }
  },
})

export const submitRevokeInvitation = defineRoute({
  method: 'POST',
  path: '/admin/users/invitations/:id/revoke',
  access: ['admin'],
  summary: 'Revoke an invitation with a form',
  problems: ['not_found'],
  act: (c, { params }) => revoke(c, params.id),
  to: '/admin/users/invitations?done=revoked',
  again: () => import('./invitations-page.tsx'),
})

const token = z.string().min(1).max(512)

export const showInvitation = defineRoute({
  method: 'GET',
  path: '/auth/invitation',
  access: 'public',
  audit: false,
  summary: 'The page to which the link of an invitation leads; opening it does not use up the link',
  input: { query: z.looseObject({ token: token.catch('') }) },
  returns: z.strictObject({ data: invitation }),
  problems: ['invalid_token', 'rate_limited'],
  act: async (c, { query }) => {
    const { row, inviter } = await openInvitation(c, query.token)
    return { data: invitationObject(row, inviter) }
  },
  page: () => import('./accept-page.tsx'),
  again: async () => (await import('./accept-page.tsx')).gonePage,
  ahead: async () => (await import('./accept-page.tsx')).aheadPage,
})

const password = z
  .string()
  .max(2 * PASSWORD_LENGTH.max)
  .transform((text) => (text === '' ? undefined : text))
  .optional()
const acceptance = { token, firstName: optionalName, lastName: optionalName, password }
const passkeyName = z.string().trim().min(1).max(100)
const passkey = z.strictObject({ state: z.string().min(1).max(1024), credential: newCredential, name: passkeyName })

/** Schema of the form, which sends empty passkey fields if the person chose a password. */
const acceptanceForm = z
  .strictObject({
    ...acceptance,
    state: z.string().max(1024).default(''),
    credential: z.string().max(65_536).default(''),
    passkeyName: z.string().max(100).default(''),
  })
  .transform(({ state, credential, passkeyName: name, ...rest }, context) => {
    if (credential === '') return { ...rest, passkey: undefined }
    const read = newText.safeParse(credential)
    if (read.success) return { ...rest, passkey: { state, credential: read.data, name: name || 'Passkey' } }
    context.addIssue({ code: 'custom', path: ['credential'], message: 'This is not a passkey.' })
    return z.NEVER
  })

export const submitInvitation = defineRoute({
  method: 'POST',
  path: '/auth/invitation',
  access: 'public',
  summary: 'Accept an invitation with a password or a passkey, and sign in',
  input: { body: z.strictObject({ ...acceptance, passkey: passkey.optional() }), form: acceptanceForm },
  returns: signedIn,
  status: 201,
  problems: ['csrf_failed', 'invalid_token', 'conflict', 'rate_limited'],
  act: async (c, { body }) => signedInObject(await accept(c, body)),
  to: ({ user }, _, c) => homeOf(c, user.role),
  toStatus: 302,
  again: async () => (await import('./accept-page.tsx')).refusedPage,
})

export const invitedPasskeyOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/invitation/passkey-options',
  access: 'public',
  audit: false,
  summary: 'Start creating a passkey for an invitation',
  input: { json: z.strictObject({ token }) },
  returns: z.strictObject({
    options: z.looseObject({ challenge: z.string() }).meta({ description: 'WebAuthn options as JSON.' }),
    state: z.string(),
  }),
  problems: ['invalid_token', 'conflict', 'rate_limited'],
  act: (c, { json }) => beginInvitedPasskey(c, json.token),
})
