import { columnName, indexName, uniqueIndexName } from '../schema/model/names.ts'
import { fieldOfOperation } from '../schema/steps/field-path.ts'
import { LIMITS } from '../schema/steps/limits.ts'
import { type ByKind, type Operation, visit } from '../schema/steps/operation.ts'
import type { Sources } from './sources.ts'

/** Fields and indexes of a collection. */
export interface Layout {
  /** Paths of the fields as in the lock: `title`, `seo.fields.title`. */
  readonly fields: readonly string[]
  /** Keys of each index that `indexes` declares. */
  readonly indexes: readonly (readonly string[])[]
}

/** Returns the layout of a collection; `undefined` if the config has no such collection. */
export type LayoutOf = (collection: string) => Layout | undefined

/**
 * Returns the line of the option that causes an operation, `collections/posts.ts:14`; `null` if no option does, or its
 * line is not known.
 */
export function placeOfOperation(operation: Operation, sources: Sources, layoutOf: LayoutOf): string | null {
  return visit(operation, places(sources, layoutOf))
}

function places(sources: Sources, layoutOf: LayoutOf): ByKind<string | null> {
  const none = () => null
  const dropped = ({ table }: { readonly table: string }) => sources.config('dropped', table)
  const index = (of: Index) => placeOfIndex(of, sources, layoutOf)
  const at = (collection: string, field: string, ...option: string[]) =>
    sources.field(`${collection}.${pathInLock(collection, field, layoutOf)}`, ...option)
  return {
    'create-collection': ({ collection }) => sources.collection(collection),
    'rename-collection': ({ to }) => sources.collection(to, 'renamedFrom'),
    'drop-collection': ({ collection }) => sources.config('dropped', collection),
    'add-field': ({ collection, field }) => at(collection, field),
    'rename-field': ({ collection, to }) => at(collection, to, 'renamedFrom'),
    'change-field': ({ collection, field, before, after }) => {
      const isRequired = before?.kind === after.kind && before.required !== after.required
      return at(collection, field, ...(isRequired ? ['required'] : []))
    },
    'change-choices': ({ collection, field }) => at(collection, field),
    'describe-field': none,
    'drop-field': ({ collection, field }) => sources.collection(collection, 'dropped', field),
    'limit-collection': ({ collection, limit }) => sources.collection(collection, LIMITS[limit].option),
    'create-table': none,
    'drop-table': dropped,
    'add-column': none,
    'drop-column': dropped,
    'rebuild-table': none,
    'create-index': index,
    'drop-index': index,
    'free-names': none,
    'rewrite-values': none,
    'carry-names': none,
    'set-aside': none,
    derive: none,
    'defer-foreign-keys': none,
    'by-hand': none,
  }
}

/** Returns the path of a field in the lock: `seo.fields.title` for `seo.title`. */
function pathInLock(collection: string, field: string, layoutOf: LayoutOf): string {
  const paths = layoutOf(collection)?.fields ?? []
  return paths.find((path) => fieldOfOperation(`${collection}.${path}`) === `${collection}.${field}`) ?? field
}

interface Index {
  readonly table: string
  readonly index: string
  readonly unique: boolean
}

/**
 * Returns the position of an index: the option of its single field, the entry of `indexes`, or else the whole list;
 * `null` if the collection no longer exists.
 */
function placeOfIndex(about: Index, sources: Sources, layoutOf: LayoutOf): string | null {
  if (!layoutOf(about.table)) return null
  const field = fieldOfIndex(about, layoutOf)
  if (field !== undefined) return sources.field(`${about.table}.${field}`, about.unique ? 'unique' : 'index')
  const entry = placeInIndexes(about, layoutOf)
  return sources.collection(about.table, 'indexes', ...(entry === -1 ? [] : [entry]))
}

/** Returns the field of an index of one field; `undefined` for any other index. */
export function fieldOfIndex({ table, index, unique }: Index, layoutOf: LayoutOf): string | undefined {
  const nameFor = (column: string) => (unique ? uniqueIndexName(table, column) : indexName(table, [column]))
  return layoutOf(table)?.fields.find((name) => nameFor(columnName(name)) === index)
}

/** Returns the position of an index in the option `indexes`; -1 if it is not declared there. */
export function placeInIndexes({ table, index }: Index, layoutOf: LayoutOf): number {
  return layoutOf(table)?.indexes.findIndex((keys) => indexName(table, keys.map(keyName)) === index) ?? -1
}

/** Returns the name of an index key as the planner writes it: `-createdAt` is `created_at_desc`. */
function keyName(key: string): string {
  return key.startsWith('-') ? `${columnName(key.slice(1))}_desc` : columnName(key)
}
