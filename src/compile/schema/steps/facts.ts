import { type FieldData, type FieldType, storageOf } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/index.ts'
import { PUBLISHED_LOCALES } from '../../../ground/variants.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import { columnName, joinTableName } from '../model/names.ts'
import { type FieldFacts, type Inside, isKind, type OperationKind } from './operation.ts'
import type { Step } from './step.ts'

export type { FieldFacts } from './operation.ts'

/** Facts by collection and field. */
export type Facts = ReadonlyMap<string, ReadonlyMap<string, FieldFacts>>

/**
 * Returns the facts of collections.
 * @param types field types by kind. Default: the built-in ones
 */
export function factsOf(collections: readonly ManifestCollection[], types: Types = fieldTypes): Facts {
  return new Map(
    collections.map((collection) => [
      collection.name,
      new Map(collection.fields.map((field) => [field.name, fieldFacts(field, types)])),
    ]),
  )
}

export type Types = Readonly<Record<string, FieldType>>

export function fieldFacts(field: FieldData, types: Types): FieldFacts {
  const type = types[field.kind]
  if (!type)
    throw new Error(`the field type ${field.kind} does not exist: the check of field kinds must come before this`)
  const options: { readonly target?: string; readonly required?: boolean; readonly initial?: string } = field.options
  const inside = insideOf(field, types)
  return {
    kind: field.kind,
    storage: storageOf(type, field.options),
    target: options.target ?? null,
    required: options.required ?? false,
    ...(inside ? { inside } : {}),
    ...(field.name === PUBLISHED_LOCALES && options.initial !== undefined ? { initial: options.initial } : {}),
  }
}

/** Returns the nested fields of a field, from its lowered options; `null` for a type without any. */
function insideOf({ kind, options }: FieldData, types: Types): Inside | null {
  const contains = types[kind]?.contains
  if (!contains) return null
  const content: unknown = options[contains.option]
  const named = (fields: readonly FieldData[]) =>
    Object.fromEntries(fields.map((field) => [field.name, fieldFacts(field, types)]))
  // Lowering writes these options in one of three forms, depending on the type.
  if (contains.form === 'list') return { form: 'list', parts: { item: fieldFacts(content as FieldData, types) } }
  if (contains.form === 'object') return { form: 'object', parts: named(content as FieldData[]) }
  const kinds = Object.entries(content as Record<string, readonly FieldData[]>)
  return { form: 'blocks', parts: Object.fromEntries(kinds.map(([name, fields]) => [name, blockFacts(named(fields))])) }
}

/** Returns the facts of a kind of block: an object of its fields. */
function blockFacts(parts: Inside['parts']): FieldFacts {
  return { kind: 'block', storage: 'json', target: null, required: false, inside: { form: 'object', parts } }
}

/** Returns the column of a field's values; `null` for a field in a join table. */
export function columnOf(name: string, facts: FieldFacts): string | null {
  return facts.storage === 'join' ? null : columnName(name)
}

export function joinOf(collection: string, name: string, facts: FieldFacts): string | null {
  return facts.storage === 'join' ? joinTableName(collection, name) : null
}

/** Returns the join tables of a collection's fields. */
export function joinsOf(collection: string, fields: ReadonlyMap<string, FieldFacts>): string[] {
  return [...fields].flatMap(([name, facts]) => joinOf(collection, name, facts) ?? [])
}

/**
 * Returns the facts after a migration. Drops use names from before the migration, renames happen all at once, and
 * everything else uses names from after it. Changes to nested fields are part of the facts of the outermost field.
 */
export function applyFacts(facts: Facts, steps: readonly Step[]): Facts {
  const operations = steps.flatMap(({ operation }) => operation ?? [])
  const of = <Kind extends OperationKind>(kind: Kind) => operations.filter(isKind(kind))
  const collections = moveKeys(
    facts,
    of('drop-collection').map(({ collection }) => collection),
    of('rename-collection').map(({ from, to }) => [from, to] as const),
  )
  for (const { collection, fields } of of('create-collection')) {
    collections.set(collection, new Map(Object.entries(fields)))
  }
  for (const [name, fields] of collections) {
    const ofCollection = <Item extends { readonly collection: string }>(items: readonly Item[]) =>
      items.filter(({ collection }) => collection === name)
    const moved = moveKeys(
      fields,
      ofCollection(of('drop-field')).map(({ field }) => field),
      ofCollection(of('rename-field')).map(({ from, to }) => [from, to] as const),
    )
    const added = ofCollection(of('add-field')).map(({ field, facts: added }) => [field, added] as const)
    const changed = ofCollection(of('change-field')).map(({ field, after }) => [field, after] as const)
    const described = ofCollection(of('describe-field')).map(({ field, facts: known }) => [field, known] as const)
    const set = [...added, ...changed, ...described].filter(([field]) => !isInside(field))
    collections.set(name, new Map([...moved, ...set]))
  }
  return collections
}

function moveKeys<Value>(
  map: ReadonlyMap<string, Value>,
  dropped: readonly string[],
  renamed: readonly (readonly [string, string])[],
): Map<string, Value> {
  const leaving = new Set([...dropped, ...renamed.map(([from]) => from)])
  const moved = renamed.flatMap(([from, to]) => {
    const value = map.get(from)
    return value === undefined ? [] : [[to, value] as const]
  })
  return new Map([...[...map].filter(([key]) => !leaving.has(key)), ...moved])
}

/**
 * Returns every rename of a migration, as `posts.headline > posts.title`, `articles > posts` or, for a choice,
 * `posts.kind=news > posts.kind=report`.
 */
export function renamesIn(steps: readonly Step[]): string[] {
  return steps.flatMap(({ operation }) => {
    if (operation?.kind === 'rename-collection') return [renameKey(operation.from, operation.to)]
    if (operation?.kind === 'change-choices') {
      const { collection, field, renamed } = operation
      return Object.entries(renamed).map(([from, to]) =>
        renameKey(`${collection}.${field}=${from}`, `${collection}.${field}=${to}`),
      )
    }
    if (operation?.kind !== 'rename-field') return []
    const { collection, from, to } = operation
    return [renameKey(`${collection}.${from}`, `${collection}.${to}`)]
  })
}

function renameKey(from: string, to: string): string {
  return `${from} > ${to}`
}

/**
 * Tells whether a path leads to something inside a field: `seo.title` inside a group, `rows.label` in the items of a
 * list, `rows[]` for the items themselves, `sections.quote` for a kind of block, `sections.quote.text` in it.
 */
function isInside(path: string): boolean {
  return /[.[]/.test(path)
}
