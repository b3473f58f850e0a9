import type { RequestUser } from '../../../config/request.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isSystemProperty, SYSTEM_COLUMNS } from '../../../ground/system-columns.ts'
import { isVariant } from '../../../ground/variants.ts'
import type { Program } from '../../../manifest/index.ts'
import { keptFor } from '../../common/kept-for.ts'
import type { SqlValue } from '../../database/database.ts'
import { showsField } from '../../described/shown-field.ts'
import { completedText, declaredOnly } from '../document/declared.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { writerOf } from '../document/storage.ts'
import { fold, holdsVariants } from '../locale/fold.ts'
import { keyOfLocale, type Locale } from '../locale/locale.ts'

/** Projection of a collection's documents for a caller, with the functions that write it. */
export interface View {
  /** Identifies the view in ETags, so that different views have different ETags. */
  readonly signature: string
  /** Properties in the order of the response. */
  readonly properties: readonly ViewProperty[]
  readonly names: ReadonlySet<string>
  /** Further properties of a row, beyond `names`, that are needed to write it. */
  readonly reads?: readonly string[]
}

interface ViewProperty {
  readonly name: string
  /** Text before the value: `,"title":` */
  readonly prefix: string
  readonly write: (stored: SqlValue) => string
  readonly show: (value: Json) => Json
}

const viewsByRole = keptFor((_: CollectionPlan) => new Map<string, View>())

/**
 * Returns the view of a caller. Fields are hidden by role, so there is one view for each role and locale, and one for
 * anonymous callers in each locale.
 */
export function viewOf(plan: CollectionPlan, user: RequestUser | null, program: Program, locale: Locale | null): View {
  const byRole = viewsByRole(plan)
  const role = `${user?.role ?? ''}|${keyOfLocale(locale)}`
  const known = byRole.get(role)
  if (known) return known
  const hash = program.manifest.hash
  const raw = createView(plan, hash, ({ field }) => showsField(field, user, program.functions))
  const view = locale ? viewIn(plan, raw, locale) : raw
  byRole.set(role, view)
  return view
}

/** Returns a view of everything, including hidden fields. */
export function fullView(plan: CollectionPlan): View {
  return createView(plan, '', () => true)
}

/**
 * Returns the view of versions: everything, with `null` for missing members, so that a version records that they were
 * empty.
 */
export function versionView(plan: CollectionPlan): View {
  return createView(
    plan,
    '',
    () => true,
    ({ shape, write }) =>
      shape ? (stored) => (stored === null ? 'null' : completedText(shape, String(stored))) : write,
  )
}

/** Returns a view with only some properties; `id` is always among them. */
export function narrow(view: View, names: ReadonlySet<string>): View {
  const properties = view.properties.filter(({ name }) => name === 'id' || names.has(name))
  return { ...view, properties, names: namesOf(properties), signature: `${view.signature}>${[...names].join(',')}` }
}

/** Returns a document as JSON text. */
export function writeDocument(row: DocumentRow, view: View): string {
  let text = ''
  for (const { name, prefix, write } of view.properties) text += prefix + write(row[name] ?? null)
  return `{${text.slice(1)}}`
}

/** Returns a document as the caller sees it, as a value. */
export function showDocument(document: Readonly<Record<string, Json>>, view: View): Record<string, Json> {
  return Object.fromEntries(
    view.properties.map(({ name, show }) => {
      const value = document[name] ?? null
      return [name, show(value)]
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
    const { shape = null } = field ?? {}
    const show = (value: Json) => (shape ? declaredOnly(shape, value) : value)
    return [{ name, prefix: `,${JSON.stringify(name)}:`, write, show }]
  })
  const shown = namesOf(properties)
  return { properties, names: shown, signature: `${program.slice(0, 12)}|${[...shown].join(',')}` }
}

/** Returns a view with the values of one locale. With `locale=*`, a localized value is an object by locale. */
function viewIn(plan: CollectionPlan, view: View, locale: Locale): View {
  const { locales } = plan.collection
  if (locales === undefined) return view
  const properties = view.properties.flatMap((property): ViewProperty[] => {
    const { name } = property
    if (isVariant(name)) return []
    const { field, shape = null } = plan.byName.get(name) ?? {}
    if (field?.options.localized === true)
      return [locale.isAll ? { ...property, write: String, show: (value) => value } : property]
    if (!shape || !holdsVariants(shape)) return [property]
    const show = (value: Json) => fold(shape, value, locale, locales)
    const write = (stored: SqlValue) =>
      stored === null ? 'null' : JSON.stringify(show(JSON.parse(String(stored)) as Json)) // a JSON column
    return [{ ...property, write, show }]
  })
  const variants = [...view.names].filter(isVariant)
  return {
    properties,
    names: namesOf(properties),
    signature: `${view.signature}|${keyOfLocale(locale)}`,
    ...(locale.isAll && { reads: [...variants, 'publishedLocales'] }),
  }
}

function namesOf(properties: readonly ViewProperty[]): ReadonlySet<string> {
  return new Set(properties.map(({ name }) => name))
}
