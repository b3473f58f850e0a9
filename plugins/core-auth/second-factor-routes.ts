import { defineRoute } from 'lintel'
import { HttpError, PASSWORD_LENGTH } from 'lintel/kit'
import * as z from 'zod'
import { beginSetup, confirmSetup, renewRecoveryCodes } from './authenticator/setup.ts'
import { requireSession } from './require-session.ts'
import { user } from './responses.ts'
import { secondFactorOf, setSecondFactor } from './second-factor.ts'
import { findUser, userObject } from './users.ts'

const password = z
  .string()
  .max(2 * PASSWORD_LENGTH.max)
  .optional()
  .meta({ description: 'Required if you signed in more than ten minutes ago.' })

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Recovery codes: each works once in place of a code. They are shown only in this response.' })

export const showSecondFactor = defineRoute({
  method: 'GET',
  path: '/api/auth/second-factor',
  access: 'authenticated',
  summary: 'Your second factor',
  returns: z.strictObject({
    method: z.enum(['none', 'email', 'app']).meta({ description: '`app`: an authenticator app.' }),
    recoveryCodes: z.int().meta({ description: 'Recovery codes that still work.' }),
  }),
  load: async (c) => {
    const row = await findUser(c.var.db, requireSession(c).userId)
    if (!row) throw new HttpError('unauthenticated')
    return secondFactorOf(c, row)
  },
})

export const secondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'authenticated',
  summary: 'Turn on codes by email as the second factor, or turn the second factor off',
  input: { json: z.strictObject({ enabled: z.boolean(), password }) },
  returns: z.strictObject({ user }),
  problems: ['invalid_credentials', 'rate_limited', 'conflict', 'not_configured'],
  act: async (c, { json }) => ({ user: userObject(await setSecondFactor(c, json.enabled, json.password)) }),
})

export const beginApp = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/app',
  access: 'authenticated',
  summary: 'Start setting up an authenticator app; nothing changes until its first code is sent',
  input: { json: z.strictObject({ password }) },
  returns: z.strictObject({
    secret: z.string().meta({ description: 'The secret in Base32, to be typed into the app.' }),
    uri: z.string().meta({ description: 'The `otpauth:` address for a QR code.' }),
    setup: z.string().meta({ description: 'State of the setup: send it back with the first code, within 15 minutes.' }),
  }),
  problems: ['invalid_credentials', 'rate_limited'],
  act: (c, { json }) => beginSetup(c, json.password),
})

export const confirmApp = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/app/confirm',
  access: 'authenticated',
  summary: 'Turn the authenticator app on with its first code',
  input: { json: z.strictObject({ setup: z.string().max(1024), code: z.string().trim().min(1).max(20) }) },
  returns: z.strictObject({ recoveryCodes }),
  problems: ['invalid_token', 'rate_limited', 'conflict'],
  act: async (c, { json }) => ({ recoveryCodes: [...(await confirmSetup(c, json.setup, json.code))] }),
})

export const newRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  access: 'authenticated',
  summary: 'Create ten recovery codes; the previous ones stop working',
  input: { json: z.strictObject({ password }) },
  returns: z.strictObject({ recoveryCodes }),
  problems: ['invalid_credentials', 'rate_limited', 'conflict'],
  act: async (c, { json }) => ({ recoveryCodes: [...(await renewRecoveryCodes(c, json.password))] }),
})
