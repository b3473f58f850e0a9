import type { Facts, FieldFacts } from '../steps/facts.ts'
import { isKind } from '../steps/operation.ts'
import type { Step } from '../steps/step.ts'

/** Renames and drops of a migration, by collection and field: old name to new name, or `null` if dropped. */
export interface Lineage {
  readonly collections: ReadonlyMap<string, string | null>
  /** Fields by the collection's old name. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string | null>>
  readonly inner: InnerNames
}

/** Fields, including nested ones, as `collection.path` with the names after the migration. */
export interface InnerNames {
  /** Renamed fields: old → new. */
  readonly renamed: ReadonlyMap<string, string>
  readonly dropped: ReadonlySet<string>
  /** Fields whose values may be lost in a conversion. */
  readonly lossy: ReadonlySet<string>
  /** Choices that are renamed, replaced or emptied: new values, keyed by the old ones. */
  readonly choices: ReadonlyMap<string, Readonly<Record<string, string | null>>>
}

/** Returns a value after a change to the choices of its field. */
export function chosen<Value>(value: Value, path: string, { choices }: InnerNames): Value | string | null {
  const renamed = typeof value === 'string' ? choices.get(path)?.[value] : undefined
  return renamed === undefined ? value : renamed
}

export function lineageOf(before: Facts, steps: readonly Step[]): Lineage {
  const operations = steps.flatMap(({ operation }) => operation ?? [])
  const renamed = new Map(operations.filter(isKind('rename-collection')).map(({ from, to }) => [from, to]))
  const dropped = new Set(operations.filter(isKind('drop-collection')).map(({ collection }) => collection))
  const droppedFields = new Set(
    operations.filter(isKind('drop-field')).map(({ collection, field }) => `${collection}.${field}`),
  )
  const renamedFields = new Map(
    operations.filter(isKind('rename-field')).map(({ collection, from, to }) => [`${collection}.${from}`, to]),
  )
  const collections = new Map(
    [...before.keys()].map((name) => [name, dropped.has(name) ? null : (renamed.get(name) ?? name)] as const),
  )
  const fieldsOf = (name: string) => {
    const now = collections.get(name)
    return [...(before.get(name)?.keys() ?? [])].map((field) => {
      const key = `${now}.${field}`
      const isGone = now === null || droppedFields.has(key)
      return [field, isGone ? null : (renamedFields.get(key) ?? field)] as const
    })
  }
  const inner = {
    renamed: new Map([...renamedFields].map(([from, to]) => [from, `${from.split('.', 1)[0]}.${to}`])),
    dropped: droppedFields,
    choices: new Map(
      operations
        .filter(isKind('change-choices'))
        .map(({ collection, field, renamed: values }) => [`${collection}.${field}`, values] as const),
    ),
    lossy: new Set(
      operations
        .filter(isKind('change-field'))
        .filter(({ lossy }) => lossy !== null)
        .map(({ collection, field }) => `${collection}.${field}`),
    ),
  }
  return { collections, fields: new Map([...before.keys()].map((name) => [name, new Map(fieldsOf(name))])), inner }
}

/** Adds nested fields to the facts of each field that changes, if earlier migrations did not record them. */
export function describedByChanges(before: Facts, steps: readonly Step[], { collections, fields }: Lineage): Facts {
  const changes = steps.flatMap(({ operation }) => operation ?? []).filter(isKind('change-field'))
  return new Map(
    [...before].map(([name, fieldsOfCollection]) => {
      const described = [...fieldsOfCollection].map(([field, facts]): [string, FieldFacts] => {
        const isOfField = (change: (typeof changes)[number]) =>
          change.collection === collections.get(name) && change.field === fields.get(name)?.get(field)
        const inside = facts.inside ?? changes.find(isOfField)?.before?.inside
        return [field, inside ? { ...facts, inside } : facts]
      })
      return [name, new Map(described)]
    }),
  )
}

/** A migration with the facts before and after it. */
export interface Link {
  readonly before: Facts
  readonly after: Facts
  readonly lineage: Lineage
}

/** Returns a collection's name after some migrations; `null` once it is dropped. */
export function nameAfter(collection: string, links: readonly Link[]): string | null {
  return links.reduce<string | null>(
    (name, { lineage }) => (name === null ? null : (lineage.collections.get(name) ?? null)),
    collection,
  )
}

/** Tells whether a later migration changes a field's target, so that its current values become invalid. */
export function losesTarget(collection: string, field: string, links: readonly Link[]): boolean {
  let place: readonly [string, string] | null = [collection, field]
  for (const { before, after, lineage } of links) {
    const facts: FieldFacts | undefined = before.get(place[0])?.get(place[1])
    const owner = lineage.collections.get(place[0])
    const name: string | null | undefined = lineage.fields.get(place[0])?.get(place[1])
    if (!facts || !owner || !name) return false
    if (leadsElsewhere(facts, after.get(owner)?.get(name), lineage)) return true
    place = [owner, name]
  }
  return false
}

/** Returns the collections with a field whose target a migration changes, by their names before the migration. */
export function retargetedTables({ before, after, lineage }: Link): string[] {
  const isLed = (collection: string, field: string, facts: FieldFacts) => {
    const owner = lineage.collections.get(collection)
    const name = lineage.fields.get(collection)?.get(field)
    return Boolean(owner && name && leadsElsewhere(facts, after.get(owner)?.get(name), lineage))
  }
  return [...before]
    .filter(([name, fields]) => [...fields].some((entry) => isLed(name, ...entry)))
    .map(([name]) => name)
}

function leadsElsewhere(before: FieldFacts, after: FieldFacts | undefined, lineage: Lineage): boolean {
  const target = after?.target ?? null
  return target !== null && (before.target === null || target !== successorOf(before.target, lineage))
}

function successorOf(target: string, { collections }: Lineage): string | null {
  return collections.has(target) ? (collections.get(target) ?? null) : target
}
