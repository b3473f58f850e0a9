import { defineRoute } from 'lintel'
import { ownPath, PASSWORD_LENGTH } from 'lintel/kit'
import * as z from 'zod'
import { signedInObject } from '../outcome-object.ts'
import { homeOf, redirect, showLogin } from '../page-routes.ts'
import { requireSession } from '../require-session.ts'
import { isoTime, signedIn } from '../responses.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { assertedCredential, assertedText, newCredential } from './credential.ts'
import { passkeyObject, passkeysOf, removePasskey, renamePasskey } from './list-passkeys.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in.ts'

const passkey = z
  .strictObject({ id: z.string(), name: z.string(), createdAt: isoTime, lastUsedAt: isoTime.nullable() })
  .meta({ id: 'Passkey', description: 'A passkey of an account, as its owner sees it.' })

const state = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'The `state` that came with the options; valid for five minutes.' })
const begun = z.strictObject({
  options: z.looseObject({ challenge: z.string() }).meta({ description: 'WebAuthn options as JSON.' }),
  state,
})

export const listPasskeys = defineRoute({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'authenticated',
  summary: 'List your passkeys',
  returns: z.strictObject({ data: z.array(passkey) }),
  load: async (c) => ({ data: (await passkeysOf(c.var.db, requireSession(c).userId)).map(passkeyObject) }),
})

const password = z
  .string()
  .max(2 * PASSWORD_LENGTH.max)
  .optional()
  .meta({ description: 'Required if you signed in more than ten minutes ago.' })
const passkeyName = z.string().trim().min(1).max(100)

export const passkeyOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'authenticated',
  audit: false,
  summary: 'Start adding a passkey',
  input: { json: z.strictObject({ password }) },
  returns: begun,
  problems: ['invalid_credentials', 'rate_limited', 'conflict'],
  act: (c, { json }) => beginPasskey(c, json.password),
})

export const createPasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'authenticated',
  summary: 'Add a passkey that the browser has created',
  input: { json: z.strictObject({ state, credential: newCredential, name: passkeyName }) },
  returns: z.strictObject({ data: passkey }),
  status: 201,
  problems: ['invalid_token', 'conflict'],
  act: async (c, { json }) => ({ data: passkeyObject(await addPasskey(c, json)) }),
})

export const changePasskey = defineRoute({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  access: 'authenticated',
  summary: 'Rename one of your passkeys',
  input: { json: z.strictObject({ name: passkeyName }) },
  returns: z.strictObject({ data: passkey }),
  problems: ['not_found'],
  act: async (c, { params, json }) => ({ data: passkeyObject(await renamePasskey(c, params.id, json.name)) }),
})

export const deletePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  access: 'authenticated',
  summary: 'Remove one of your passkeys',
  input: { json: z.strictObject({ password }).optional() },
  returns: null,
  problems: ['not_found', 'invalid_credentials', 'rate_limited', 'conflict'],
  act: (c, { params, json }) => removePasskey(c, params.id, json?.password),
})

export const passkeySignInOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in/options',
  access: 'public',
  audit: false,
  summary: 'Start signing in with a passkey',
  returns: begun,
  problems: ['conflict'],
  act: (c) => beginPasskeySignIn(c),
})

export const passkeySignIn = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: 'public',
  summary: 'Sign in with a passkey, which counts as both factors',
  input: { json: z.strictObject({ state, credential: assertedCredential }) },
  returns: signedIn,
  problems: [
    'invalid_credentials',
    'invalid_token',
    'account_inactive',
    'email_unverified',
    'rate_limited',
    'conflict',
  ],
  act: async (c, { json }) => signedInObject(await signInWithPasskey(c, json)),
})

export const submitPasskey = defineRoute({
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  summary: 'Sign in with a passkey, from the form of the sign-in page',
  input: { form: z.strictObject({ state, credential: assertedText, redirect }) },
  problems: [
    'csrf_failed',
    'invalid_credentials',
    'invalid_token',
    'account_inactive',
    'email_unverified',
    'rate_limited',
    'conflict',
  ],
  act: (c, { form }) => signInWithPasskey(c, form),
  to: ({ user }, { form }, c) => ownPath(c, form.redirect, homeOf(c, user.role)),
  toStatus: 302,
  again: showLogin,
})

/**
 * Redirects the address that remains in the browser after a refused passkey, so that reloading the page starts the
 * sign-in again.
 */
export const passkeyAddress = defineRoute({
  method: 'GET',
  path: '/auth/passkey',
  access: 'public',
  summary: 'Redirect to the sign-in page from the address of the form for passkeys',
  to: '/auth/login',
  toStatus: 302,
})
