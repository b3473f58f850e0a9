import type { Storage } from '../../config/fields/field-type.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { columnName, joinTableName } from './names.ts'
import type { Step } from './step.ts'

/**
 * What the database cannot say about itself: which field a column is, its type, whether it is required. Migrations
 * carry it in the comments of their steps, so that the chain alone, without git and without the lock, says what the
 * next migration starts from.
 */
export interface FieldFacts {
  readonly kind: string
  readonly storage: Storage
  readonly target: string | null
  readonly required: boolean
}

/** Facts by collection and field. */
export type Facts = ReadonlyMap<string, ReadonlyMap<string, FieldFacts>>

export function factsOf(collections: readonly ManifestCollection[]): Facts {
  return new Map(
    collections.map((collection) => [
      collection.name,
      new Map(collection.fields.map((field) => [field.name, fieldFacts(field)])),
    ]),
  )
}

function fieldFacts({ kind, storage, target, required }: ManifestField): FieldFacts {
  return { kind, storage, target, required }
}

/** The table or column where a field's values lie. */
export function columnOf(name: string, facts: FieldFacts): string | null {
  return facts.storage === 'join' ? null : columnName(name)
}

export function joinOf(collection: string, name: string, facts: FieldFacts): string | null {
  return facts.storage === 'join' ? joinTableName(collection, name) : null
}

/** `author: reference as text to authors, required`. */
export function printFact(name: string, { kind, storage, target, required }: FieldFacts): string {
  return `${name}: ${kind} as ${storage}${target === null ? '' : ` to ${target}`}${required ? ', required' : ''}`
}

const FACT = /^(\w+): (\S+) as (text|integer|real|boolean|datetime|json|join)(?: to (\w+))?(, required)?$/

function parseFact(text: string): readonly [string, FieldFacts] | null {
  const [, name, kind, storage, target, required] = FACT.exec(text) ?? []
  if (name === undefined || kind === undefined) return null
  // The expression allows no other words there.
  return [name, { kind, storage: storage as Storage, target: target ?? null, required: required !== undefined }]
}

/**
 * The facts after a migration, from the titles of its steps and what they say of fields. Drops name what was there
 * before, renames happen all at once, and everything else names what is there afterwards.
 */
export function applyFacts(facts: Facts, steps: readonly Step[]): Facts {
  const titled = (pattern: RegExp) =>
    steps.flatMap((step) => {
      const [, ...names] = pattern.exec(step.title) ?? []
      return names.length > 0 ? [{ step, names }] : []
    })
  const collections = moveKeys(
    facts,
    titled(/^drop collection (\w+)$/).map(({ names: [name = ''] }) => name),
    titled(/^rename collection (\w+) to (\w+)$/).map(({ names: [from = '', to = ''] }) => [from, to] as const),
  )
  for (const { step, names } of titled(/^create collection (\w+)$/)) {
    collections.set(names[0] ?? '', new Map(factsIn(step)))
  }
  const drops = titled(/^drop field (\w+)\.(\w+)$/)
  const renames = titled(/^rename field (\w+)\.(\w+) to (\w+)$/)
  const changes = titled(/^(?:add|change) field (\w+)\.\w+$/)
  for (const [name, fields] of collections) {
    const moved = moveKeys(
      fields,
      drops.filter(({ names }) => names[0] === name).map(({ names }) => names[1] ?? ''),
      renames.filter(({ names }) => names[0] === name).map(({ names }) => [names[1] ?? '', names[2] ?? ''] as const),
    )
    const set = changes.filter(({ names }) => names[0] === name).flatMap(({ step }) => factsIn(step))
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

function factsIn(step: Step): (readonly [string, FieldFacts])[] {
  return step.facts.map(parseFact).filter((fact) => fact !== null)
}

/** Every rename that a migration made, as `posts.headline > posts.title` or `articles > posts`. */
export function renamesIn(steps: readonly Step[]): string[] {
  return steps.flatMap(({ title }) => {
    const [, collection, from, to] = /^rename (?:collection |field (\w+)\.)(\w+) to (\w+)$/.exec(title) ?? []
    if (from === undefined || to === undefined) return []
    const prefix = collection === undefined ? '' : `${collection}.`
    return [renameKey(prefix + from, prefix + to)]
  })
}

export function renameKey(from: string, to: string): string {
  return `${from} > ${to}`
}
