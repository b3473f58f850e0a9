import { environmentOf, secretOf, settingsOf, type WithEnv } from 'lintel/kit'
import * as z from 'zod'
import { isAddress } from './address.ts'

/** Providers that are called over HTTP. */
const HTTP_PROVIDERS = ['resend', 'sendgrid', 'postmark'] as const

const address = z.string().refine(isAddress, 'must be an email address')

/** Each setting by itself; which of them belong together is checked below. */
const members = z.strictObject({
  /**
   * The provider's secret key: for Resend, SendGrid and Postmark the API key, for SMTP the password. Required, but for
   * Cloudflare's binding and for SMTP without `username`. Never needed in development while mail goes to the outbox.
   */
  apiKey: z.string().min(1).optional(),
  /** The sender's address. */
  fromEmail: address,
  /** The sender's name, one line. It stands in templates as the name of the site. */
  fromName: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line'),
  /** Address for replies. Default: to `fromEmail`. */
  replyTo: address.optional(),
  /** A picture at the head of templates, `https:`, drawn at most 48 pixels high. Default: `fromName` as text. */
  logoUrl: z.url({ protocol: /^https$/ }).optional(),
  /** The service that delivers. Default `resend`. */
  provider: z.enum([...HTTP_PROVIDERS, 'cloudflare', 'smtp']).default('resend'),
  /** Address of the provider's API, for one of its regions or a proxy. Default: the provider's own address. */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The name of the `send_email` binding, for `cloudflare`. Default `EMAIL`. */
  binding: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .optional(),
  /** The server, for `smtp`. Cloudflare lets nobody connect to port 25. */
  smtp: z
    .strictObject({
      host: z.string().regex(/^[\w.:-]+$/, 'must be a host name'),
      /** Default 587. */
      port: z.int().min(1).max(65_535).default(587),
      /** `starttls` (the default) and `tls` (port 465) refuse to go on without encryption; `none` is for a server nearby. */
      security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
      /** Signs in with `apiKey` as its password. Default: without signing in. */
      username: z.string().min(1).optional(),
    })
    .optional(),
  /** In development, sends mail for real instead of keeping it in the outbox. Default `false`. */
  deliverInDevelopment: z.boolean().default(false),
  /** Time for which the log keeps a message that was sent or given up, in days. Default 30. */
  retentionDays: z.int().min(1).max(3650).default(30),
})

/** Delivery of mail (specification, "Plugin settings"). */
export const settings = members.superRefine((given, context) => {
  const { provider, smtp } = given
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const needsKey = provider === 'smtp' ? smtp?.username !== undefined : provider !== 'cloudflare'
  if (needsKey && given.apiKey === undefined) {
    context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['apiKey'] })
  }
  if (provider === 'smtp' && smtp === undefined) {
    context.addIssue({ code: 'invalid_type', expected: 'object', input: undefined, path: ['smtp'] })
  }
  if (provider !== 'smtp' && smtp !== undefined) refuse('smtp', "is for the provider 'smtp' only")
  if (provider !== 'cloudflare' && given.binding !== undefined) {
    refuse('binding', "is for the provider 'cloudflare' only")
  }
  if (given.baseUrl !== undefined && !HTTP_PROVIDERS.some((name) => name === provider)) {
    refuse('baseUrl', `is for the providers ${HTTP_PROVIDERS.join(', ')} only`)
  }
  if (given.baseUrl !== undefined && !isPrivate(given.baseUrl)) {
    refuse('baseUrl', 'must be https:, since the key is sent there; only a proxy on this machine may be http:')
  }
  if (smtp?.security === 'none' && smtp.username !== undefined) {
    refuse('smtp', "must not send a password without encryption: use security 'starttls' or 'tls'")
  }
})

export type Settings = z.output<typeof settings>

/**
 * The settings as far as writing a message needs them, whether or not the secrets are there: a message can be queued
 * while the key of the provider is still missing.
 */
export function writingSettings(c: WithEnv): Settings {
  const given = Object.entries(environmentOf(c).settings.email ?? {})
  const filled = given.map(([name, value]) => [name, isSecret(value) ? secretOf(c, value.$secret) : value] as const)
  return members.parse(Object.fromEntries(filled.filter(([, value]) => value !== undefined)))
}

/**
 * The settings with everything that delivering needs.
 * @throws HttpError `not_configured`, naming the secret that is missing.
 */
export function deliverySettings(c: WithEnv): Settings {
  return settingsOf(c, settings)
}

/** Tells whether mail stays on this machine, to be read at `/admin/plugins/email/outbox`. */
export function usesOutbox(c: WithEnv): boolean {
  return isDevelopment(c) && !writingSettings(c).deliverInDevelopment
}

export function isDevelopment(c: WithEnv): boolean {
  return environmentOf(c).name === 'development'
}

function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function isSecret(value: unknown): value is { readonly $secret: string } {
  return typeof value === 'object' && value !== null && '$secret' in value && typeof value.$secret === 'string'
}
