import type { EventName } from 'lintel'
import type { Settings } from './settings.ts'

/** Cache of a plugin's own values (specification, "Plugin settings"). */
export interface NamespaceOptions {
  /** Lower-case letters, digits, `-` and `_`, at most 40; not one of those that are built in. */
  readonly namespace: string
  /** Seconds. Default: the setting `defaultTTL`. */
  readonly ttl?: number
  /** Default: the setting of the same name. */
  readonly memoryEnabled?: boolean
  /** Default: the setting of the same name; KV is never used where that is off. */
  readonly kvEnabled?: boolean
  /** Events after which nothing in the namespace is given any more. Default: none. */
  readonly invalidateOn?: readonly EventName[]
  /** Tells forms of the values apart: what was kept under another version is not found. Default `1`. */
  readonly version?: string
}

/** Namespaces of this isolate, by name. */
const registered = new Map<string, NamespaceOptions>()

/** The answers of collections. What is in it is known by generations, not by events. */
export const RESPONSES = 'api'

const BUILT_IN: readonly NamespaceOptions[] = [
  { namespace: RESPONSES, ttl: 300 },
  { namespace: 'content', ttl: 3600, invalidateOn: ['content:save', 'content:update', 'content:delete'] },
  { namespace: 'user', ttl: 900, invalidateOn: ['auth:login', 'user:update'] },
  { namespace: 'media', ttl: 3600, invalidateOn: ['media:upload', 'media:delete'] },
  { namespace: 'auth', ttl: 300, invalidateOn: ['auth:logout', 'user:update'] },
]
for (const options of BUILT_IN) registered.set(options.namespace, options)
const RESERVED: ReadonlySet<string> = new Set(BUILT_IN.map(({ namespace }) => namespace))

/**
 * Makes a namespace known, so that its events are listened to.
 * @throws TypeError for a name that is not one, or that is built in
 */
export function registerNamespace(options: NamespaceOptions): void {
  const { namespace } = options
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(namespace) || RESERVED.has(namespace)) {
    throw new TypeError(`'${namespace}' cannot be the name of a cache namespace`)
  }
  registered.set(namespace, options)
}

/** A namespace as it is registered; with nothing but a name where it is not. */
export function namespaceNamed(namespace: string): NamespaceOptions {
  return registered.get(namespace) ?? { namespace }
}

/** Names of the namespaces that are built in, registered in this isolate or named in the settings, sorted. */
export function knownNamespaces({ namespaces }: Settings): string[] {
  return [...new Set([...registered.keys(), ...Object.keys(namespaces)])].sort()
}

/** Namespaces that list an event in `invalidateOn`. */
export function namespacesEndingOn(event: EventName): string[] {
  return [...registered.values()]
    .filter(({ invalidateOn = [] }) => invalidateOn.includes(event))
    .map(({ namespace }) => namespace)
}

/** Tells whether the namespace ends with writes to content: the database itself tells of those. */
export function followsContent({ invalidateOn = [] }: Pick<NamespaceOptions, 'invalidateOn'>): boolean {
  return invalidateOn.some((event) => event.startsWith('content:'))
}

/** Seconds for which a namespace keeps things. */
export function ttlOf({ namespaces, defaultTTL }: Settings, { namespace, ttl }: NamespaceOptions): number {
  return namespaces[namespace]?.ttl ?? ttl ?? defaultTTL
}

/** The longest time for which anything is kept, in seconds. */
export function longestTtl(settings: Settings): number {
  const named = Object.values(settings.namespaces).map(({ ttl }) => ttl)
  const own = [...registered.values()].map(({ ttl = 0 }) => ttl)
  return Math.max(settings.defaultTTL, ...named, ...own)
}
