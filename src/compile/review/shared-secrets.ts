import type { Lock } from '../lock/read-lock.ts'
import { secretsIn } from '../plain-object.ts'

/** The lock before and after a change. */
export interface Locks {
  readonly base: Lock
  readonly head: Lock
}

/**
 * Describes the secrets that a setting newly uses although they have another purpose. The receiver of the setting would
 * learn, for example, the key that signs tokens.
 */
export function sharedSecrets(
  plugin: string,
  setting: string,
  [before, after]: readonly [unknown, unknown],
  locks: Locks,
): string[] {
  const known = namesIn(before)
  return [...namesIn(after)]
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const same = [plugin, `${plugin}.${setting}`]
      const purposes = purposesOf(name, locks.head).filter((purpose) => !same.includes(purpose))
      return purposes.length === 0 ? [] : [`the secret ${name} already has another purpose: ${purposes.join(', ')}`]
    })
}

/** Returns the other plugins that declare a secret, before or after the change. */
export function declarersOf(name: string, plugin: string, { base, head }: Locks): string[] {
  const plugins = [base, head].flatMap((lock) => Object.entries(lock.plugins))
  return [...new Set(plugins.flatMap(([other, { secrets }]) => (other !== plugin && secrets[name] ? [other] : [])))]
}

/** Returns the plugins that declare a secret, and the settings that use it. */
function purposesOf(name: string, { plugins }: Lock): string[] {
  return Object.entries(plugins).flatMap(([plugin, { secrets, settings }]) => [
    ...(secrets[name] ? [plugin] : []),
    ...Object.entries(settings).flatMap(([setting, values]) =>
      namesIn(values).has(name) ? [`${plugin}.${setting}`] : [],
    ),
  ])
}

function namesIn(value: unknown): ReadonlySet<string> {
  return new Set(secretsIn(value).map(({ $secret }) => $secret))
}
