import type { Manifest } from '../manifest/index.ts'

/** Secret that an environment's worker reads. */
export interface SecretFact {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** Optional secrets that every service may have in addition to those of its plugins. */
const OPTIONAL: readonly SecretFact[] = [
  {
    name: 'ADMIN_EMAIL',
    required: false,
    description: 'Email address of the first administrator, who is created if there is none yet',
  },
  { name: 'ADMIN_PASSWORD', required: false, description: 'Password of the first administrator' },
  { name: 'SENTRY_DSN', required: false, description: 'The address for errors; any name that ends in _DSN works' },
]

/** Lists every secret of an environment, sorted by name. Values are never read. */
export function secretsOf({ plugins, environments }: Manifest, environment: string): readonly SecretFact[] {
  const present = plugins.filter(({ environments }) => environments?.includes(environment) ?? true)
  const found = new Map(OPTIONAL.map((fact) => [fact.name, fact]))
  const add = (fact: SecretFact): void => {
    const known = found.get(fact.name)
    found.set(fact.name, { ...fact, required: fact.required || (known?.required ?? false) })
  }
  for (const { secrets } of present) {
    for (const [name, { required = false, description }] of Object.entries(secrets))
      add({ name, required, description })
  }
  const { settings = {}, optionalSecrets = {} } = environments[environment] ?? {}
  for (const { name: plugin } of present) {
    for (const [setting, value] of Object.entries(settings[plugin] ?? {})) {
      const required = !optionalSecrets[plugin]?.includes(setting)
      for (const name of namesIn(value)) add({ name, required, description: `The setting ${setting} of ${plugin}` })
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Lists the names in `{ "$secret": "NAME" }`, anywhere in a setting. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$secret' in value && typeof value.$secret === 'string') return [value.$secret]
  return Object.values(value).flatMap(namesIn)
}
