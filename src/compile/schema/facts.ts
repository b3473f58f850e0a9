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

/** The facts after a step, from its title and what it says of fields. Steps of other kinds change nothing. */
export function applyFacts(facts: Facts, step: Step): Facts {
  for (const [pattern, apply] of CHANGES) {
    const [, ...names] = pattern.exec(step.title) ?? []
    const [first, second, third] = names
    if (first !== undefined) return apply(new Map(facts), step, first, second ?? '', third ?? '')
  }
  return facts
}

type Draft = Map<string, ReadonlyMap<string, FieldFacts>>

const CHANGES: readonly [RegExp, (facts: Draft, step: Step, a: string, b: string, c: string) => Facts][] = [
  [/^create collection (\w+)$/, (facts, step, name) => facts.set(name, new Map(factsIn(step)))],
  [/^drop collection (\w+)$/, (facts, _step, name) => without(facts, name)],
  [
    /^rename collection (\w+) to (\w+)$/,
    (facts, _step, from, to) => without(facts, from).set(to, facts.get(from) ?? new Map()),
  ],
  [
    /^(?:add|change) field (\w+)\.\w+$/,
    (facts, step, name) => facts.set(name, new Map([...(facts.get(name) ?? []), ...factsIn(step)])),
  ],
  [/^drop field (\w+)\.(\w+)$/, (facts, _step, name, field) => facts.set(name, without(facts.get(name), field))],
  [
    /^rename field (\w+)\.(\w+) to (\w+)$/,
    (facts, _step, name, from, to) => {
      const moved = facts.get(name)?.get(from)
      const kept = without(facts.get(name), from)
      return facts.set(name, moved ? kept.set(to, moved) : kept)
    },
  ],
]

function factsIn(step: Step): (readonly [string, FieldFacts])[] {
  return step.facts.map(parseFact).filter((fact) => fact !== null)
}

function without<Value>(map: ReadonlyMap<string, Value> | undefined, key: string): Map<string, Value> {
  return new Map([...(map ?? [])].filter(([name]) => name !== key))
}
