import type { ReferenceTarget } from '../../../config/plugin-data.ts'
import { isSystemProperty, SYSTEM_COLUMNS } from '../../../ground/system-columns.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import type { Filled } from '../../access/access.ts'
import type { SqlValue } from '../../database/database.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import { STATUSES } from '../document/status.ts'
import { encoderOf } from '../document/storage.ts'
import { type Call, decisionOf } from '../request/call.ts'
import { viewOf } from '../request/view.ts'
import { type Comparables, comparablesOf, USER_COMPARABLES } from './comparable.ts'
import type { Filter, Scope } from './filter.ts'
import type { Slots } from './slots.ts'

/** Target of a reference, with the part of it that the caller may read. */
export interface Target {
  readonly name: string
  /** `null` if the target is not a collection. */
  readonly call: Call | null
  /** Plugin that owns the table, and its function that reads objects; `null` for collections and users. */
  readonly provided: { readonly plugin: string; readonly read: ReferenceTarget['read'] } | null
  readonly comparables: Comparables
  readonly scope: Scope
  /** Conditions that limit the target to documents that the caller may read. */
  limits(slots: Slots): readonly Filter[]
}

/**
 * Returns the target of a field.
 * @returns `null` if the field is not a reference, or the caller may not follow it
 */
export function targetOf(call: Call, fieldName: string): Target | null {
  const name = call.view.names.has(fieldName) ? (call.plan.byName.get(fieldName)?.field.target ?? null) : null
  return name === null ? null : targetNamed(call, name)
}

/**
 * Returns the target of references to a collection, to users or to a table of a plugin; `null` if the caller may not
 * follow them.
 */
export function targetNamed(call: Call, name: string): Target | null {
  if (name === 'users') return { ...OPEN, name, provided: null, comparables: USER_COMPARABLES }
  const { program } = call.runtime
  const collection = program.manifest.collections.find((candidate) => candidate.name === name)
  return collection ? collectionTarget(call, collection) : providedTarget(call, name)
}

/** Returns the target for a collection, limited to documents that the caller may read; `null` if they may read none. */
export function collectionTarget(call: Call, collection: ManifestCollection): Target | null {
  const { program } = call.runtime
  const plan = planOf(collection, program.fieldTypes)
  const target: Call = { ...call, plan, view: viewOf(plan, call.c.get('user'), program, call.locale) }
  const decision = decisionOf(target, collection.access.read)
  if (decision === false) return null
  return {
    name: collection.name,
    call: target,
    provided: null,
    comparables: comparablesOf(plan, target.view),
    scope: call.c.get('user') === null ? 'published' : 'any',
    limits: (slots) => [...(decision === true ? [] : [asFilter(plan, decision, slots)]), ...shownTo(target)],
  }
}

/** Limits callers who are not signed in to documents that are shown in their locale. */
export function shownTo({ c, locale, plan }: Call): Filter[] {
  if (c.get('user') !== null || locale === null || plan.collection.locales === undefined) return []
  return [{ kind: 'shown', locale: locale.name }]
}

/**
 * Limits a list with `*` that compares localized properties to documents shown in the default locale, because values of
 * the default locale are compared. Callers who are not signed in would otherwise learn hidden values.
 */
export function shownWhereCompared({ c, locale, plan }: Call, names: readonly string[]): Filter[] {
  const { locales } = plan.collection
  if (c.get('user') !== null || locales === undefined || locale?.isAll !== true) return []
  const isCompared = names.some((name) => plan.byName.get(name)?.field.options.localized === true)
  return isCompared ? [{ kind: 'shown', locale: locales.default }] : []
}

/** Target without access rules of its own: everybody may see it, or its plugin decides. */
const OPEN = { call: null, scope: 'any', limits: () => [] } as const

/** Returns the target for a table of a plugin. Conditions cannot compare its columns. */
function providedTarget({ runtime }: Call, name: string): Target | null {
  const plugin = runtime.plugins.find((one) => runtime.program.plugins[one]?.data?.targets?.[name] !== undefined)
  const read = plugin === undefined ? undefined : runtime.program.plugins[plugin]?.data?.targets?.[name]?.read
  if (plugin === undefined || read === undefined) return null
  return { ...OPEN, name, provided: { plugin, read }, comparables: new Map() }
}

/** Returns the names of the references that the caller may follow. */
export function followable(call: Call): string[] {
  const references = call.plan.fields.filter(({ field }) => field.target !== null)
  return references.map(({ field }) => field.name).filter((name) => targetOf(call, name) !== null)
}

/** Converts the conditions of a rule to a filter. */
export function asFilter(plan: CollectionPlan, conditions: readonly Filled[], slots: Slots): Filter {
  const filters = conditions.map(
    (condition): Filter => ({
      kind: 'and',
      filters: Object.entries(condition).map(([property, value]): Filter => {
        if (value === null) return { kind: 'null', property, isNull: true }
        // Compares the status at the moment of the request, because the table still says `scheduled` for due documents.
        if (property === 'status') return { kind: 'status', statuses: STATUSES.filter((status) => status === value) }
        return { kind: 'compare', property, operator: 'eq', slot: slots.add(storedValue(plan, property, value)) }
      }),
    }),
  )
  return { kind: 'or', filters }
}

function storedValue(plan: CollectionPlan, property: string, value: Filled[string]): SqlValue {
  const field = plan.byName.get(property)
  if (field) return field.field.storage === 'join' ? String(value) : field.encode(value)
  return isSystemProperty(property) ? encoderOf(SYSTEM_COLUMNS[property].storage)(value) : String(value)
}
