import type { Filled } from '../../access.ts'
import type { SqlValue } from '../../database.ts'
import { type Call, decisionOf } from '../call.ts'
import { type CollectionPlan, planOf } from '../plan.ts'
import { encoderOf } from '../storage.ts'
import { isSystemProperty, SYSTEM_PROPERTIES } from '../system-properties.ts'
import { viewOf } from '../view.ts'
import { type Comparables, comparablesOf, USER_COMPARABLES } from './comparable.ts'
import type { Filter, Scope } from './list-query.ts'
import type { Slots } from './slots.ts'

/** What a reference points to, as far as the caller may read it. */
export interface Target {
  readonly name: string
  /** `null` for users. */
  readonly call: Call | null
  readonly comparables: Comparables
  readonly scope: Scope
  /** What must hold of documents that the caller may read. */
  limits(slots: Slots): readonly Filter[]
}

/**
 * The target of a field.
 * @returns `null` where the field is no reference that the caller may follow
 */
export function targetOf(call: Call, fieldName: string): Target | null {
  const name = call.view.names.has(fieldName) ? (call.plan.byName.get(fieldName)?.field.target ?? null) : null
  if (name === 'users') return { name, call: null, comparables: USER_COMPARABLES, scope: 'any', limits: () => [] }
  const { program } = call.runtime
  const collection = program.manifest.collections.find((candidate) => candidate.name === name)
  if (!collection) return null
  const plan = planOf(collection, program.fieldTypes)
  const target: Call = { ...call, plan, view: viewOf(plan, call.c.get('user'), program) }
  const decision = decisionOf(target, collection.access.read)
  if (decision === false) return null
  return {
    name: collection.name,
    call: target,
    comparables: comparablesOf(plan, target.view),
    scope: call.c.get('user') === null ? 'published' : 'any',
    limits: (slots) => (decision === true ? [] : [asFilter(plan, decision, slots)]),
  }
}

/** References that the caller may follow. */
export function followable(call: Call): string[] {
  const references = call.plan.fields.filter(({ field }) => field.target !== null)
  return references.map(({ field }) => field.name).filter((name) => targetOf(call, name) !== null)
}

/** A rule's conditions as a filter. */
export function asFilter(plan: CollectionPlan, conditions: readonly Filled[], slots: Slots): Filter {
  const filters = conditions.map(
    (condition): Filter => ({
      kind: 'and',
      filters: Object.entries(condition).map(([property, value]): Filter => {
        if (value === null) return { kind: 'null', property, isNull: true }
        return { kind: 'compare', property, operator: 'eq', slot: slots.add(storedValue(plan, property, value)) }
      }),
    }),
  )
  return { kind: 'or', filters }
}

function storedValue(plan: CollectionPlan, property: string, value: Filled[string]): SqlValue {
  const field = plan.byName.get(property)
  if (field) return field.field.storage === 'join' ? String(value) : field.encode(value)
  return isSystemProperty(property) ? encoderOf(SYSTEM_PROPERTIES[property])(value) : String(value)
}
