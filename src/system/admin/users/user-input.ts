import * as z from 'zod'
import type { RequestContext } from '../../../runtime/kit.ts'
import { HttpError, manifestOf, message, t } from '../../../runtime/kit.ts'

/** Schema of an optional name. Empty text, which forms send for an empty input, becomes `null`. */
const name = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .optional()

const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, { error: message('An email address is required.') })
  .transform((text) => text.toLowerCase())

export const userChanges = z.strictObject({
  email: email.optional(),
  username: z
    .string()
    .trim()
    .min(1, { error: message('This must not be empty.') })
    .max(64)
    .optional(),
  firstName: name(100),
  lastName: name(100),
  role: z.string().max(100).optional(),
})

export const newUser = z.strictObject({
  email,
  username: name(64),
  firstName: name(100),
  lastName: name(100),
  role: z.string().max(100),
  password: z.string().min(1).max(512),
})

export type UserChanges = z.output<typeof userChanges>
export type NewUser = z.output<typeof newUser>

/**
 * Checks that a role exists.
 * @throws HttpError `validation_failed` for a role that the config does not have
 */
export function requireRole(c: RequestContext, role: string): void {
  if (Object.hasOwn(manifestOf(c).roles, role)) return
  const errors = [{ path: 'role', code: 'invalid', message: t('There is no such role.') }]
  throw new HttpError('validation_failed', t('There is no such role.'), { errors })
}
