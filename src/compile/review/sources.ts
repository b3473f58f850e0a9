import type { Manifest } from '../../manifest/index.ts'

/** Where things are declared. */
export interface Sources {
  /** `collections/posts.ts:14` for `posts.title`, `posts` or a plugin; of what is gone, the place where it stood. */
  of(subject: string): string | null
  /** Where the config takes a plugin in and gives it its settings: `cms.config.ts:16`. */
  ofUse(plugin: string): string | null
}

/**
 * The positions that the compiler noted, in the project's own files. What is inside a field is looked for at the field,
 * what is gone at its collection.
 * @param uses where the config takes each plugin in, by its name
 */
export function sourcesOf(
  { collections, plugins }: Pick<Manifest, 'collections' | 'plugins'>,
  uses: ReadonlyMap<string, string>,
): Sources {
  const places = new Map([
    ...plugins.filter(({ system }) => !system).map(({ name, source }) => [name, source] as const),
    ...collections.flatMap(({ name, source, fields }) => [
      [name, source] as const,
      ...fields.map((field) => [`${name}.${field.name}`, field.source] as const),
    ]),
  ])
  return {
    of(subject) {
      const [collection = '', field = ''] = subject.split('.')
      return places.get(`${collection}.${field}`) ?? places.get(collection) ?? null
    },
    ofUse: (plugin) => uses.get(plugin) ?? null,
  }
}
