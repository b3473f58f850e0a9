import { message } from 'lintel/kit'
import * as z from 'zod'
import { isoTime } from '../responses.ts'
import type { InvitationRow } from './table.ts'

/** Schema of a name that may be missing, or empty in a form. */
export const optionalName = z
  .string()
  .trim()
  .max(100)
  .transform((text) => (text === '' ? undefined : text))
  .optional()

export const newInvitation = z.strictObject({
  email: z
    .string()
    .trim()
    .max(320)
    .regex(/^[^\s@]+@[^\s@]+$/, { error: message('An email address is required.') })
    .transform((text) => text.toLowerCase()),
  role: z.string().max(100),
  firstName: optionalName,
  lastName: optionalName,
})

export type NewInvitation = z.output<typeof newInvitation>

export const invitation = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    invitedBy: z
      .string()
      .nullable()
      .meta({ description: 'Email of the inviter; `null` if that account no longer exists.' }),
    createdAt: isoTime,
    expiresAt: isoTime,
    expired: z.boolean(),
  })
  .meta({ id: 'Invitation', description: 'Somebody who has been invited but has not accepted yet.' })

/** An invitation that was just created or renewed. */
export const sentInvitation = invitation.extend({
  url: z.string().optional().meta({
    description:
      'The link, only if no plugin sends mail: pass it on yourself, since it is shown only this once. It is a path if the environment has no domain.',
  }),
})

export type InvitationObject = z.output<typeof invitation>
export type SentInvitation = z.output<typeof sentInvitation>

export function invitationObject(row: InvitationRow, invitedBy: string | null): InvitationObject {
  const { id, email, role, firstName, lastName, createdAt, expiresAt } = row
  const iso = (time: number) => new Date(time).toISOString()
  const times = { createdAt: iso(createdAt), expiresAt: iso(expiresAt), expired: expiresAt <= Date.now() }
  return { id, email, role, firstName, lastName, invitedBy, ...times }
}
