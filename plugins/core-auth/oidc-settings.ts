import { message } from 'lintel/kit'
import * as z from 'zod'

/** Pattern of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const DOMAIN = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

const roles = z.strictObject({
  claim: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe(message('Claim with the groups of a person. Dots separate nested names: `realm_access.roles`.')),
  map: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe(message('Role for each group. If several match, the role with the most permissions counts.')),
  otherwise: z
    .string()
    .min(1)
    .optional()
    .describe(message('Role for everybody else at the provider. Without this setting, these people cannot sign in.')),
})

const provider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'Must be a–z, 0–9 and hyphens, at most 40' })
    .describe(
      message('Name in addresses: a–z, 0–9 and hyphens. The redirect address is `/auth/oidc/<name>/callback`.'),
    ),
  label: z.string().min(1).max(40).optional().describe(message('Name on the button to sign in. Default: `name`.')),
  issuer: z
    .url({ protocol: /^https?$/, error: 'Must be an http(s) address' })
    .max(2048)
    .describe(message('Address of the provider, without `/.well-known/openid-configuration`.')),
  clientId: z.string().min(1).max(512).describe(message('Client ID of this service at the provider.')),
  clientSecret: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe(message('Client secret of this service at the provider. A public client has none.')),
  scopes: z
    .array(z.string().regex(SCOPE, { error: 'Must be a scope, without spaces' }))
    .default(['openid', 'email', 'profile'])
    .describe(message('Scopes to request. `openid` is always requested.')),
  domains: z
    .array(z.string().regex(DOMAIN, { error: 'Must be a domain in lower case, such as example.com' }))
    .min(1)
    .optional()
    .describe(message('Domains of email addresses that may sign in. Default: all domains.')),
  roles: roles
    .optional()
    .describe(
      message(
        'Roles for people from the provider. People with a role get an account, and each sign-in sets the role again.',
      ),
    ),
  linkAccounts: z
    .boolean()
    .default(false)
    .describe(
      message(
        'Lets people sign in to an existing account if the provider says that they have confirmed its email address.',
      ),
    ),
  trustEmail: z
    .boolean()
    .default(false)
    .describe(
      message(
        'Treats every address from the provider as confirmed. Only for providers at which people cannot choose their address.',
      ),
    ),
  askSecondFactor: z
    .boolean()
    .default(true)
    .describe(message('Requires the second factor of an account even after signing in with the provider.')),
})

/** Providers at which people sign in. */
export const oidc = z
  .array(provider)
  .max(10)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { error: 'Must have different names' })
  .default([])
  .describe(message('OpenID Connect providers that people may sign in with.'))

export type Provider = z.output<typeof provider>

/** Returns the name by which people know a provider. */
export function labelOf({ name, label = name }: Provider): string {
  return label
}
