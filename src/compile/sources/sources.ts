import { type PluginPart, pathOfPart } from '../../config/plugin-groups.ts'
import type { Manifest } from '../../manifest/index.ts'

export type Path = readonly (string | number)[]

/**
 * Finds the line of an option, `collections/posts.ts:14`. Each method takes the path from a declaration to the option,
 * `'fields', 'title', 'max'`, and returns the nearest line if the option is not written down.
 */
export interface Sources {
  /** Finds an option of a collection; for a removed one, the line of the config that drops it. */
  collection(name: string, ...path: Path): string | null
  /**
   * Finds an option of a field, `posts.title` or, nested, `posts.seo.fields.title`; for a removed one, its entry in
   * `dropped`.
   */
  field(subject: string, ...path: Path): string | null
  /** Finds a part of a plugin's declaration; `null` for a plugin of the system. */
  plugin(name: string, part?: PluginPart, ...path: Path): string | null
  /** Finds a route of a plugin, by its key in the lock: `/api/letters GET`. */
  route(plugin: string, key: string): string | null
  /** Finds a setting: in the first environment that sets it, otherwise in the plugin's call. */
  setting(plugin: string, setting: string, environments: readonly string[]): string | null
  /** Finds where the config uses a plugin; for a removed one, the list of plugins. */
  use(plugin: string): string | null
  /** Finds an option of the config itself. */
  config(...path: Path): string | null
}

/** A line, and the number of steps of the path that the source contains. */
export interface FoundLine {
  readonly line: string
  readonly steps: number
}

/**
 * Looks for an option.
 * @param from position of the declaration, `collections/posts.ts:4`; `null` for the config
 */
export type FindLine = (from: string | null, path: Path) => FoundLine | null

/** Finds nothing but the declarations themselves. */
export const declarationsOnly: FindLine = (from) => (from === null ? null : { line: from, steps: 0 })

/** Creates sources from the positions that the compiler recorded, and finds options from there with `find`. */
export function sourcesOf(
  { collections, plugins, routes }: Pick<Manifest, 'collections' | 'plugins' | 'routes'>,
  find: FindLine = declarationsOnly,
): Sources {
  const collectionAt = new Map(collections.map(({ name, source }) => [name, source]))
  const fieldAt = new Map(
    collections.flatMap(({ name, fields }) => fields.map((field) => [`${name}.${field.name}`, field.source] as const)),
  )
  const projectPlugins = plugins.filter(({ system }) => !system)
  const pluginAt = new Map(projectPlugins.map(({ name, source }) => [name, source]))
  const useAt = new Map(projectPlugins.map(({ name, usedAt }) => [name, usedAt]))
  const config = (...path: Path) => find(null, path)?.line ?? null
  const nameOfRoute = new Map(routes.map(({ path, method, handler }) => [`${path} ${method}`, handler]))
  const plugin: Sources['plugin'] = (name, part, ...path) => {
    const at = pluginAt.get(name)
    if (at === undefined || part === undefined) return at ?? null
    return find(at, [...pathOfPart(part), ...path])?.line ?? at
  }

  return {
    collection(name, ...path) {
      const at = collectionAt.get(name)
      return at === undefined ? config('dropped', name) : (find(at, path)?.line ?? at)
    },
    field(subject, ...path) {
      const [collection = '', name = '', ...inner] = subject.split('.')
      const from = collectionAt.get(collection)
      if (from === undefined) return config('dropped', collection)
      const at = fieldAt.get(`${collection}.${name}`)
      if (at === undefined) return find(from, ['dropped', [name, ...inner].join('.')])?.line ?? from
      const found = find(from, ['fields', name, ...inner, ...path])
      // If the collection only mentions a field, the option is in the declaration of the field itself.
      return found && found.steps >= 2 ? found.line : (find(at, [...inner, ...path])?.line ?? at)
    },
    plugin,
    route(name, key) {
      const route = nameOfRoute.get(key)
      return plugin(name, 'routes', ...(route === undefined ? [] : [route]))
    },
    setting(plugin, setting, environments) {
      for (const environment of environments) {
        const path = ['environments', environment, 'plugins', plugin, setting]
        const found = find(null, path)
        if (found?.steps === path.length) return found.line
      }
      const at = useAt.get(plugin) ?? null
      return at === null ? config('plugins') : (find(at, [setting])?.line ?? at)
    },
    use: (plugin) => useAt.get(plugin) ?? config('plugins'),
    config,
  }
}
