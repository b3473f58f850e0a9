import { environmentOf, message, secretOf, settingsOf, type WithEnv } from 'lintel/kit'
import * as z from 'zod'
import { isAddress } from './address.ts'

/** Providers with an HTTP API. */
const HTTP_PROVIDERS = ['resend', 'sendgrid', 'postmark'] as const

const address = z.string().refine(isAddress, 'must be an email address')

/** Schema that checks each setting by itself; `settings` also checks how they fit together. */
const members = z.strictObject({
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe(
      message(
        "Secret key of the provider, or the password for SMTP, set with `secret('…')`. The provider `cloudflare`, and SMTP without `username`, need none.",
      ),
    ),
  fromEmail: address.describe(message('Address of the sender. The provider must have verified its domain.')),
  fromName: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line')
    .describe(message('Name of the sender, on one line. Templates use this name as the name of the site.')),
  replyTo: address.optional().describe(message('Address for replies. Default: the address of the sender.')),
  logoUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe(
      message(
        '`https:` address of a picture at the top of templates, shown at most 48 pixels high. Without it, templates show the sender’s name.',
      ),
    ),
  provider: z
    .enum([...HTTP_PROVIDERS, 'cloudflare', 'smtp'])
    .default('resend')
    .describe(message('Service that delivers mail.')),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      message(
        'Another address of the provider’s API, such as that of a region (`https://api.eu.sendgrid.com`) or of a proxy.',
      ),
    ),
  binding: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .optional()
    .describe(message('Name of the `send_email` binding, for the provider `cloudflare`. Default: `EMAIL`.')),
  smtp: z
    .strictObject({
      host: z
        .string()
        .regex(/^[\w.:-]+$/, 'must be a host name')
        .describe(message('Name of the server.')),
      port: z
        .int()
        .min(1)
        .max(65_535)
        .default(587)
        .describe(message('Port of the server. Workers cannot connect to port 25.')),
      security: z
        .enum(['starttls', 'tls', 'none'])
        .default('starttls')
        .describe(
          message(
            'Encryption: `starttls` and `tls` (port 465) require encryption; `none` is only for a server in the same network.',
          ),
        ),
      username: z
        .string()
        .min(1)
        .optional()
        .describe(
          message('User name, with `apiKey` as the password. Without a user name, the plugin does not sign in.'),
        ),
    })
    .optional()
    .describe(message('Server for the provider `smtp`.')),
  deliverInDevelopment: z
    .boolean()
    .default(false)
    .describe(message('Delivers mail in development too, instead of keeping it in the outbox.')),
  retentionDays: z
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe(message('Days for which the log keeps messages that were sent or abandoned.')),
})

/** Settings of email: the provider, the sender, and the templates. */
export const settings = members.superRefine((input, context) => {
  const { provider, smtp } = input
  const refuse = (name: string, reason: string) => context.addIssue({ code: 'custom', path: [name], message: reason })
  const needsKey = provider === 'smtp' ? smtp?.username !== undefined : provider !== 'cloudflare'
  if (needsKey && input.apiKey === undefined) {
    context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['apiKey'] })
  }
  if (provider === 'smtp' && smtp === undefined) {
    context.addIssue({ code: 'invalid_type', expected: 'object', input: undefined, path: ['smtp'] })
  }
  if (provider !== 'smtp' && smtp !== undefined) refuse('smtp', "is for the provider 'smtp' only")
  if (provider !== 'cloudflare' && input.binding !== undefined) {
    refuse('binding', "is for the provider 'cloudflare' only")
  }
  if (input.baseUrl !== undefined && !HTTP_PROVIDERS.some((name) => name === provider)) {
    refuse('baseUrl', `is for the providers ${HTTP_PROVIDERS.join(', ')} only`)
  }
  if (input.baseUrl !== undefined && !isPrivate(input.baseUrl)) {
    refuse('baseUrl', 'must be https:, since the key is sent there; only a proxy on this machine may be http:')
  }
  if (smtp?.security === 'none' && smtp.username !== undefined) {
    refuse('smtp', "must not send a password without encryption: use security 'starttls' or 'tls'")
  }
})

export type Settings = z.output<typeof settings>

/**
 * Returns the settings that are needed for preparing a message, whether or not the secrets exist: a message can be
 * queued while the provider's key is still missing.
 */
export function writingSettings(c: WithEnv): Settings {
  const entries = Object.entries(environmentOf(c).settings.email ?? {})
  const filled = entries.map(([name, value]) => [name, isSecret(value) ? secretOf(c, value.$secret) : value] as const)
  return members.parse(Object.fromEntries(filled.filter(([, value]) => value !== undefined)))
}

/**
 * Returns the settings that are needed for delivery, with their secrets.
 * @throws HttpError `not_configured`, naming the missing secret
 */
export function deliverySettings(c: WithEnv): Settings {
  return settingsOf(c, settings)
}

/** Tells whether mail stays on this machine, where people can read it at `/admin/plugins/email/outbox`. */
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
