import { renamesIn } from '../schema/steps/facts.ts'
import { fieldOfOperation } from '../schema/steps/field-path.ts'
import type { Step } from '../schema/steps/step.ts'
import type { Lock, LockCollection, LockField } from './read-lock.ts'
import { renameConditions } from './rename-conditions.ts'

/** Renamed collections and fields: old name → new name. */
export interface Renames {
  readonly collections: ReadonlyMap<string, string>
  /** Renamed fields, keyed by the collection's new name; nested fields by their path in operations, `lines.label`. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Combines the renames of several migrations into one. */
export function renamesOf(migrations: readonly (readonly Step[])[]): Renames {
  let collections = new Map<string, string>()
  let fields = new Map<string, Map<string, string>>()
  for (const steps of migrations) {
    const pairs = renamesIn(steps).map((key) => key.split(' > '))
    const whole = new Map(pairs.filter(([from]) => !from?.includes('.')).map(([from = '', to = '']) => [from, to]))
    collections = chain(collections, whole)
    fields = new Map([...fields].map(([name, inner]) => [whole.get(name) ?? name, inner]))
    const parts = pairs.filter(([from]) => from?.includes('.')).map(([from = '', to = '']) => [from, to] as const)
    for (const [name, pairs] of Map.groupBy(parts, ([from]) => from.slice(0, from.indexOf('.')))) {
      const below = (path: string) => path.slice(name.length + 1)
      const added = new Map(pairs.map(([from, to]) => [below(from), below(to)]))
      fields.set(name, chain(fields.get(name) ?? new Map(), added))
    }
  }
  return { collections, fields }
}

/** Composes two maps of renames. A name that is changed back is left out. */
function chain(first: ReadonlyMap<string, string>, next: ReadonlyMap<string, string>): Map<string, string> {
  const carried = [...first].map(([from, to]) => [from, next.get(to) ?? to] as const)
  const reached = new Set(first.values())
  const added = [...next].filter(([from]) => !reached.has(from) && !first.has(from))
  return new Map([...carried, ...added].filter(([from, to]) => from !== to))
}

/**
 * Returns the lock with its collections and their fields under the new names. Indexes, routes and schema keep theirs.
 */
export function withNewNames(lock: Lock, renames: Renames): Lock {
  const collections = Object.entries(lock.collections).map(([name, collection]): [string, LockCollection] => {
    const renamed = renames.collections.get(name) ?? name
    return [renamed, renameFields(collection, renames.fields.get(renamed) ?? new Map(), renames.collections)]
  })
  return { ...lock, collections: Object.fromEntries(collections) }
}

function renameFields(
  collection: LockCollection,
  names: ReadonlyMap<string, string>,
  collections: ReadonlyMap<string, string>,
): LockCollection {
  const rename = (name: string): string => names.get(name) ?? name
  const renameIn = (field: LockField): LockField => ({
    ...field,
    // A slug names its source field, a reference its collection.
    ...(typeof field.from === 'string' ? { from: rename(field.from) } : {}),
    ...(typeof field.target === 'string' ? { target: collections.get(field.target) ?? field.target } : {}),
  })
  return {
    ...collection,
    access: renameConditions(collection, names),
    fields: Object.fromEntries(
      Object.entries(collection.fields).map(([path, field]) => [renamePath(path, names), renameIn(field)]),
    ),
    search: collection.search.map(rename),
    slugField: collection.slugField === null ? null : rename(collection.slugField),
    titleField: collection.titleField === null ? null : rename(collection.titleField),
  }
}

/** Returns a path in the lock, `lines.of.fields.label`, with the new name of each field in it. */
function renamePath(path: string, names: ReadonlyMap<string, string>): string {
  return path.split('.').reduce((around, step) => {
    const path = around === '' ? step : `${around}.${step}`
    const name = names.get(fieldOfOperation(path))?.split('.').at(-1) ?? step
    return around === '' ? name : `${around}.${name}`
  }, '')
}
