import type { Collection } from '../../config/collection.ts'
import { type Field, isField } from '../../fields/field-type.ts'

/** A field, and where it is declared. */
export interface FieldSite {
  readonly field: Field
  readonly name: string
  readonly collection: Collection
  /** Inside a list, a group or a block: part of one JSON value, without a column of its own. */
  readonly nested: boolean
  /** As `dropped` and `lossy` name it: `seo.title`, `rows[]`, `rows.label`, `sections.quote.text`. */
  readonly path: string
  /** The items of a list, which have no name. */
  readonly isItem: boolean
  /** An attribute of a rich text's own node, or part of one: no migration looks there. */
  readonly isInNode: boolean
  /** As messages call it: `the field 'title' of 'posts'`. */
  readonly label: string
}

/** All fields of a collection, each followed by those inside it. */
export function fieldSites(collection: Collection): FieldSite[] {
  return Object.entries(collection.fields).flatMap(([name, field]) =>
    sitesOf(collection, name, field, [name], name, false),
  )
}

function sitesOf(
  collection: Collection,
  name: string,
  field: Field,
  steps: readonly string[],
  path: string,
  isInNode: boolean,
): FieldSite[] {
  const label = `the field '${steps.join('.')}' of '${collection.name}'`
  const isItem = path.endsWith('[]')
  const site = { field, name, collection, nested: steps.length > 1, path, isItem, isInNode, label }
  const around = isItem ? path.slice(0, -2) : path
  const inner = innerFields(field).flatMap(([way, child]) => {
    // The first step is the option; the items of a list have no step of their own.
    const own = way.length === 1 ? `${around}[]` : [around, ...way.slice(1).filter(isName)].join('.')
    const isNode = isInNode || field.kind === 'richText'
    return sitesOf(collection, way.at(-1) ?? name, child, [...steps, ...way], own, isNode)
  })
  return [site, ...inner]
}

/** Of `nodes.callout.fields.tone` the third step is an option, too. */
function isName(_step: string, index: number, { length }: readonly string[]): boolean {
  return length < 3 || index !== 1
}

/** Fields in a field's options, each with the way to it: `of`, `fields.title`, `of.quote.text`, `nodes.callout.fields.tone`. */
export function innerFields(field: Field): [steps: readonly string[], Field][] {
  const { default: _default, ...options } = field.options as Record<string, unknown>
  return Object.entries(options).flatMap(([option, value]) => fieldsIn([option], value, 3))
}

/** Fields stand at most three objects deep in an option: types of node, the options of each, and its fields. */
function fieldsIn(steps: readonly string[], value: unknown, depth: number): [readonly string[], Field][] {
  if (isField(value)) return [[steps, value]]
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn([...steps, name], inner, depth - 1))
}
