/** Functions of the cache for other plugins. */
import type { Services } from 'lintel'
import { currentGenerations, manifestOf, type RequestContext, serviceOf } from 'lintel/kit'
import { invalidate } from './invalidations.ts'
import { type IsolateCache, isolateCacheOf } from './isolate-cache.ts'
import { namespaceOf, wholeKey } from './keys.ts'
import { type EntrySpec, keep, lookUp, type Made, peek } from './look-up.ts'
import { bytesOf } from './memory-tier.ts'
import { followsContent, type NamespaceOptions, namespaceNamed, registerNamespace, ttlOf } from './namespaces.ts'
import { type CacheStats, readStats } from './statistics.ts'

export type { Counts } from './counts.ts'
export { cacheKey } from './keys.ts'
export type { NamespaceOptions } from './namespaces.ts'
export type { CacheStats, TierStats } from './statistics.ts'

/**
 * A cache for values that JSON can represent. Reading returns a copy. A key is `<name>[:<param>:<value>]`; `cacheKey`
 * makes a key from parameters in any order.
 */
export interface Cache {
  /** Returns the stored value, or `undefined`. */
  get<Value>(key: string): Promise<Value | undefined>
  /** Stores a value. A value that JSON cannot represent, such as `undefined`, is not stored. */
  set(key: string, value: unknown): Promise<void>
  /** Returns the stored value, or computes it with `producer`, once for all simultaneous callers, and stores it. */
  getOrSet<Value>(key: string, producer: () => Value | Promise<Value>): Promise<Value>
  /**
   * Makes matching entries unusable: in this isolate at once, in others within the time that the setting `staleness`
   * allows.
   * @param pattern a key in which `*` stands for any characters
   * @returns how many entries there were, in the memory of this isolate and in KV
   */
  invalidate(pattern: string): Promise<number>
}

/** The whole cache: keys and patterns begin with their namespace, as in `content:front-page`. */
export interface CacheService extends Cache {
  getStats(): Promise<CacheStats>
  /**
   * Returns the cache of a plugin's own namespace; keys omit the namespace. If events invalidate the namespace, use
   * `cacheNamespace` instead, so that every isolate knows it from the start.
   * @throws TypeError if the name is invalid, or that of a built-in namespace
   */
  namespace(options: NamespaceOptions): Cache
}

declare module 'lintel' {
  interface Services {
    cache: CacheService
  }
}

/**
 * Returns the cache, for handlers and hooks of plugins that depend on it. Throws `plugin_inactive` if this plugin is
 * turned off.
 */
export function cacheService(c: RequestContext): Promise<CacheService> {
  return serviceOf(c, 'cache')
}

/**
 * Declares a namespace of a plugin's own, at the top of one of its files:
 * ```ts
 * const answers = cacheNamespace({ namespace: 'faq', ttl: 600, invalidateOn: ['content:update'] })
 * const list = await (await answers(c)).getOrSet('list', () => readList(c))
 * ```
 * @throws TypeError if the name is invalid, or that of a built-in namespace
 */
export function cacheNamespace(options: NamespaceOptions): (c: RequestContext) => Promise<Cache> {
  registerNamespace(options)
  return async (c) => (await cacheService(c)).namespace(options)
}

export function createCacheService(c: RequestContext): Services['cache'] {
  const cache = isolateCacheOf(c)
  return {
    ...cacheOf(c, cache, wholeKey),
    invalidate: (pattern) => invalidate(c, cache, pattern),
    getStats: () => readStats(c, cache),
    namespace: (options) => {
      registerNamespace(options)
      const prefix = `cache:${options.namespace}:`
      return {
        ...cacheOf(c, cache, (key) => wholeKey(prefix + key)),
        invalidate: (pattern) => invalidate(c, cache, prefix + pattern),
      }
    },
  }
}

function cacheOf(c: RequestContext, cache: IsolateCache, toKey: (key: string) => string): Omit<Cache, 'invalidate'> {
  const maxAge = cache.settings.staleness * 1000
  return {
    get: async <Value>(key: string) => {
      const spec = specOf(c, cache, toKey(key))
      const entry = await peek(c, cache, spec, await currentGenerations(c, maxAge))
      return entry === null ? undefined : (parse(entry.value) as Value)
    },
    set: async (key, value) => {
      const spec = specOf(c, cache, toKey(key))
      const text = JSON.stringify(value) as string | undefined // undefined for values that JSON cannot represent
      if (text === undefined) return
      const createdAt = Date.now()
      keep(c, cache, spec, await made(c, spec, text, maxAge), createdAt)
    },
    getOrSet: async <Value>(key: string, producer: () => Value | Promise<Value>) => {
      const spec = specOf(c, cache, toKey(key))
      const generations = await currentGenerations(c, maxAge)
      const { entry } = await lookUp(c, cache, spec, generations, async () => {
        // The generations from before the computation: any write during the computation makes the value outdated.
        const before = await made(c, spec, '', maxAge)
        const text = JSON.stringify(await producer()) as string | undefined // undefined for values that JSON cannot represent
        return { ...before, value: text, until: text === undefined ? 0 : null }
      })
      return parse(entry.value) as Value
    },
  }
}

async function made(c: RequestContext, { sources }: EntrySpec, value: string, maxAge: number): Promise<Made> {
  const generations = sources.length === 0 ? {} : await currentGenerations(c, maxAge)
  return { value, generations: { ...generations }, until: null }
}

function parse(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

function specOf(c: RequestContext, { settings }: IsolateCache, key: string): EntrySpec {
  const options = namespaceNamed(namespaceOf(key))
  return {
    key,
    version: `value.${options.version ?? '1'}`,
    sources: followsContent(options) ? manifestOf(c).collections.map(({ name }) => name) : [],
    ttl: ttlOf(settings, options),
    usesMemory: options.memoryEnabled ?? settings.memoryEnabled,
    usesKv: settings.kvEnabled && (options.kvEnabled ?? true),
    sizeOf: (value) => bytesOf(String(value)),
  }
}
