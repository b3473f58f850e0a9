import * as z from 'zod'

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

/** Id of a credential: at most 1,023 bytes (WebAuthn, section 4, "Credential ID"). */
const id = base64url(1364)
const common = {
  id,
  rawId: id,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
}
const clientDataJSON = base64url(8192)

/** A new credential, as `PublicKeyCredential.toJSON()` returns it. */
export const newCredential = z.looseObject({
  ...common,
  response: z.looseObject({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})

/** The signature of a credential, as `PublicKeyCredential.toJSON()` returns it. */
export const assertedCredential = z.looseObject({
  ...common,
  response: z.looseObject({
    clientDataJSON,
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(128).nullish(),
  }),
})

export type NewCredential = z.output<typeof newCredential>
export type AssertedCredential = z.output<typeof assertedCredential>

/**
 * Refuses a passkey that was created or used in a frame of another site's page (WebAuthn, section 5.8.1): pages of this
 * service are never shown in such frames.
 * @throws Error
 */
export function requireOwnPage({ clientDataJSON: text }: { readonly clientDataJSON: string }): void {
  const data = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Readonly<Record<string, unknown>>
  if (data.crossOrigin !== true && data.topOrigin === undefined) return
  throw new Error("the passkey was used in a frame of another site's page")
}

/** Schema of a credential in a form: JSON as text. */
const asText = z
  .string()
  .max(65_536)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not JSON.' })
      return z.NEVER
    }
  })

export const newText = asText.pipe(newCredential)
export const assertedText = asText.pipe(assertedCredential)
