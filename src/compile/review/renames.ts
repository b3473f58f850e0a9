import { renamesIn } from '../schema/facts.ts'
import type { Step } from '../schema/step.ts'
import type { Lock, LockCollection } from './lock.ts'

/** What was given another name, old name first. */
export interface Renames {
  readonly collections: ReadonlyMap<string, string>
  /** By the collection's new name. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The renames of several migrations, one after the other, as one. */
export function renamesOf(migrations: readonly (readonly Step[])[]): Renames {
  let collections = new Map<string, string>()
  let fields = new Map<string, Map<string, string>>()
  for (const steps of migrations) {
    const pairs = renamesIn(steps).map((key) => key.split(' > '))
    const whole = new Map(pairs.filter(([from]) => !from?.includes('.')).map(([from = '', to = '']) => [from, to]))
    collections = chain(collections, whole)
    fields = new Map([...fields].map(([name, inner]) => [whole.get(name) ?? name, inner]))
    const parts = pairs.filter(([from]) => from?.includes('.')).map(([from = '', to = '']) => [...from.split('.'), to])
    for (const [name, own] of Map.groupBy(parts, ([collection = '']) => collection)) {
      const added = new Map(
        own.map(([, from = '', to = '']) => [from.split('.').at(-1) ?? from, to.split('.').at(-1) ?? to]),
      )
      fields.set(name, chain(fields.get(name) ?? new Map(), added))
    }
  }
  return { collections, fields }
}

function chain(first: ReadonlyMap<string, string>, then: ReadonlyMap<string, string>): Map<string, string> {
  const carried = [...first].map(([from, to]) => [from, then.get(to) ?? to] as const)
  const reached = new Set(first.values())
  return new Map([...carried, ...[...then].filter(([from]) => !reached.has(from) && !first.has(from))])
}

/** The lock as it would read if collections and fields had had their new names before. */
export function withNewNames(lock: Lock, renames: Renames): Lock {
  const collections = Object.entries(lock.collections).map(([name, collection]): [string, LockCollection] => {
    const renamed = renames.collections.get(name) ?? name
    return [renamed, renameFields(collection, renames.fields.get(renamed) ?? new Map())]
  })
  return { ...lock, collections: Object.fromEntries(collections) }
}

function renameFields(collection: LockCollection, names: ReadonlyMap<string, string>): LockCollection {
  const rename = (name: string): string => names.get(name) ?? name
  return {
    ...collection,
    fields: Object.fromEntries(
      Object.entries(collection.fields).map(([path, field]) => {
        const [top = path, ...rest] = path.split('.')
        return [
          [rename(top), ...rest].join('.'),
          'from' in field ? { ...field, from: rename(String(field.from)) } : field,
        ]
      }),
    ),
    search: collection.search.map(rename),
    slugField: collection.slugField === null ? null : rename(collection.slugField),
    titleField: collection.titleField === null ? null : rename(collection.titleField),
  }
}
