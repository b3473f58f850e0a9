import type { SettingRefusal } from 'lintel'

/** The settings of a provider as the schema has parsed them; a secret is still represented by its name. */
interface Given {
  readonly issuer: unknown
  readonly roles?: { readonly map?: Readonly<Record<string, unknown>>; readonly otherwise?: unknown }
  readonly linkAccounts?: boolean
}

/**
 * Finds mistakes in the settings of providers: a provider with which nobody could sign in, a role that does not exist,
 * or an issuer whose responses anybody could forge.
 */
export function checkSettings(
  environment: string,
  settings: { readonly [setting: string]: unknown },
  { roles }: { readonly roles: readonly string[] },
): readonly SettingRefusal[] {
  const providers = (settings.oidc ?? []) as readonly Given[] // the schema has accepted them
  return providers.flatMap((provider, index) => {
    const at = (...path: string[]) => ['oidc', index, ...path]
    return [
      ...insecure(provider.issuer, environment).map((demanded) => ({ path: at('issuer'), demanded })),
      ...rolesOf(provider)
        .filter(({ role }) => typeof role === 'string' && !roles.includes(role))
        .map(({ path, role }) => ({
          path: at('roles', ...path),
          demanded: `must be a role of the config, not '${String(role)}': ${roles.join(', ')}`,
        })),
      ...(provider.linkAccounts || rolesOf(provider).length > 0
        ? []
        : [{ path: at(), demanded: 'lets nobody sign in: give it roles, or linkAccounts: true' }]),
    ]
  })
}

function rolesOf({ roles: { map = {}, otherwise } = {} }: Given) {
  const mapped = Object.entries(map).map(([group, role]) => ({ path: ['map', group], role }))
  return otherwise === undefined ? mapped : [...mapped, { path: ['otherwise'], role: otherwise }]
}

/**
 * Returns the reason why an address is insecure; an empty list if it is secure. An address that is a secret is checked
 * only when it is used.
 */
function insecure(issuer: unknown, environment: string): readonly string[] {
  if (typeof issuer !== 'string' || issuer.startsWith('https:') || environment === 'development') return []
  return [`must be an https address in ${environment}`]
}
