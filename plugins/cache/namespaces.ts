import type { EventName } from 'lintel'
import type { Settings } from './settings.ts'

/** Options of a plugin's own namespace. */
export interface NamespaceOptions {
  /** Name of at most 40 lower-case letters, digits, `-` and `_`; it must differ from the built-in names. */
  readonly namespace: string
  /** Lifetime in seconds. Default: the setting `defaultTTL`. */
  readonly ttl?: number
  /** Tells whether the memory tier is used. Default: the setting of the same name. */
  readonly memoryEnabled?: boolean
  /** Tells whether KV is used. Default: the setting of the same name; if that is off, KV is never used. */
  readonly kvEnabled?: boolean
  /** Events that invalidate the whole namespace. Default: none. */
  readonly invalidateOn?: readonly EventName[]
  /** Version of the values' format: values stored under another version are not found. Default `1`. */
  readonly version?: string
}

/** Namespaces of this isolate, by name. */
const registered = new Map<string, NamespaceOptions>()

/** Namespace of the responses of collections. Its entries are invalidated by generations, not by events. */
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
 * Registers a namespace, so that its `invalidateOn` events invalidate it.
 * @throws TypeError if the name is invalid, or that of a built-in namespace
 */
export function registerNamespace(options: NamespaceOptions): void {
  const { namespace } = options
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(namespace) || RESERVED.has(namespace)) {
    throw new TypeError(`'${namespace}' cannot be the name of a cache namespace`)
  }
  registered.set(namespace, options)
}

/** Returns the options of a registered namespace; for any other, options that contain only its name. */
export function namespaceNamed(namespace: string): NamespaceOptions {
  return registered.get(namespace) ?? { namespace }
}

/**
 * Returns the names of all namespaces that are built in, registered in this isolate or named in the settings, sorted.
 */
export function knownNamespaces({ namespaces }: Settings): string[] {
  return [...new Set([...registered.keys(), ...Object.keys(namespaces)])].sort()
}

/** Returns the namespaces that list an event in `invalidateOn`. */
export function namespacesEndingOn(event: EventName): string[] {
  return [...registered.values()]
    .filter(({ invalidateOn = [] }) => invalidateOn.includes(event))
    .map(({ namespace }) => namespace)
}

/**
 * Tells whether content events invalidate the namespace. Its entries then depend on the generations in the database,
 * which every write to content raises.
 */
export function followsContent({ invalidateOn = [] }: Pick<NamespaceOptions, 'invalidateOn'>): boolean {
  return invalidateOn.some((event) => event.startsWith('content:'))
}

/** Returns the lifetime of a namespace's entries in seconds. */
export function ttlOf({ namespaces, defaultTTL }: Settings, { namespace, ttl }: NamespaceOptions): number {
  return namespaces[namespace]?.ttl ?? ttl ?? defaultTTL
}

/** Returns a lifetime that no entry exceeds, in seconds. */
export function longestTtl(settings: Settings): number {
  const named = Object.values(settings.namespaces).map(({ ttl }) => ttl)
  const registeredTtls = [...registered.values()].map(({ ttl = 0 }) => ttl)
  return Math.max(settings.defaultTTL, ...named, ...registeredTtls)
}
