import type { Json } from '../../config/fields/field-type.ts'
import type { RequestUser } from '../../config/request.ts'
import { isSystemProperty, SYSTEM_COLUMNS } from '../../ground/system-columns.ts'
import type { Program } from '../../manifest/index.ts'
import { keptFor } from '../common/kept-for.ts'
import type { SqlValue } from '../database/database.ts'
import { showsField } from '../described/shown-field.ts'
import { completedText, declaredOnly, type Shape } from './declared.ts'
import type { CollectionPlan, FieldPlan } from './plan.ts'
import type { DocumentRow } from './row.ts'
import { writerOf } from './storage.ts'

/** Projection of a collection's documents for a caller, and how it is written. */
export interface View {
  /** Tells this view's answers from those of another: part of every ETag. */
  readonly signature: string
  /** In the order of an answer. */
  readonly properties: readonly ViewProperty[]
  readonly names: ReadonlySet<string>
}

interface ViewProperty {
  readonly name: string
  /** `,"title":` */
  readonly prefix: string
  readonly write: (stored: SqlValue) => string
  readonly shape: Shape | null
}

const viewsByRole = keptFor((_: CollectionPlan) => new Map<string, View>())

/** The view of a caller: fields are hidden by role, so there is one for each role and one for everybody else. */
export function viewOf(plan: CollectionPlan, user: RequestUser | null, program: Program): View {
  const byRole = viewsByRole(plan)
  const role = user?.role ?? ''
  const known = byRole.get(role)
  if (known) return known
  const view = createView(plan, program.manifest.hash, ({ field }) => showsField(field, user, program.functions))
  byRole.set(role, view)
  return view
}

/** Everything, hidden fields included: what hooks are told. */
export function fullView(plan: CollectionPlan): View {
  return createView(plan, '', () => true)
}

/** The same as a version keeps it: with `null` for what a field inside another was left out, so that it is known. */
export function versionView(plan: CollectionPlan): View {
  return createView(
    plan,
    '',
    () => true,
    ({ shape, write }) =>
      shape ? (stored) => (stored === null ? 'null' : completedText(shape, String(stored))) : write,
  )
}

/** The view that shows only some properties, `id` always among them. */
export function narrow(view: View, names: ReadonlySet<string>): View {
  const properties = view.properties.filter(({ name }) => name === 'id' || names.has(name))
  return { properties, names: namesOf(properties), signature: `${view.signature}>${[...names].join(',')}` }
}

/** A document as JSON text. */
export function writeDocument(row: DocumentRow, view: View): string {
  let text = ''
  for (const { name, prefix, write } of view.properties) text += prefix + write(row[name] ?? null)
  return `{${text.slice(1)}}`
}

/** A document as the caller sees it, as a value. */
export function showDocument(document: Readonly<Record<string, Json>>, view: View): Record<string, Json> {
  return Object.fromEntries(
    view.properties.map(({ name, shape }) => {
      const value = document[name] ?? null
      return [name, shape ? declaredOnly(shape, value) : value]
    }),
  )
}

function createView(
  plan: CollectionPlan,
  program: string,
  isShown: (field: FieldPlan) => boolean,
  writeField = ({ write }: FieldPlan) => write,
): View {
  const names = Object.keys(plan.collection.statements.columns)
  const properties = names.flatMap((name): ViewProperty[] => {
    const field = plan.byName.get(name)
    if (field && !isShown(field)) return []
    const write = field ? writeField(field) : writerOf(isSystemProperty(name) ? SYSTEM_COLUMNS[name].storage : 'text')
    return [{ name, prefix: `,${JSON.stringify(name)}:`, write, shape: field?.shape ?? null }]
  })
  const shown = namesOf(properties)
  return { properties, names: shown, signature: `${program.slice(0, 12)}|${[...shown].join(',')}` }
}

function namesOf(properties: readonly ViewProperty[]): ReadonlySet<string> {
  return new Set(properties.map(({ name }) => name))
}
