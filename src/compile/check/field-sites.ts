import type { Collection } from '../../config/collection.ts'
import { type Field, isField } from '../../fields/field-type.ts'

/** A field and the position of its declaration. */
export interface FieldSite {
  readonly field: Field
  readonly name: string
  readonly collection: Collection
  /** True if the field is inside a list, a group or a block: part of a JSON value, without its own column. */
  readonly nested: boolean
  /** Path for `dropped` and `lossy`: `seo.title`, `rows[]`, `rows.label`, `sections.quote.text`. */
  readonly path: string
  /** True if the field describes the items of a list, which have no name. */
  readonly isItem: boolean
  /** True if the field is an attribute of a rich text's custom node, or part of one. Migrations do not change those. */
  readonly isInNode: boolean
  /** Name of the field for messages: `the field 'title' of 'posts'`. */
  readonly label: string
}

/** Returns all fields of a collection, each followed by its nested fields. */
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
    // The first step is the option; items of a list have no further step.
    const path = way.length === 1 ? `${around}[]` : [around, ...way.slice(1).filter(isName)].join('.')
    const isNode = isInNode || field.kind === 'richText'
    return sitesOf(collection, way.at(-1) ?? name, child, [...steps, ...way], path, isNode)
  })
  return [site, ...inner]
}

/** Tells whether a step is the name of a field. In `nodes.callout.fields.tone` the third step is an option, too. */
function isName(_step: string, index: number, { length }: readonly string[]): boolean {
  return length < 3 || index !== 1
}

/**
 * Returns the fields in a field's options, with the path to each: `of`, `fields.title`, `of.quote.text`,
 * `nodes.callout.fields.tone`.
 */
export function innerFields(field: Field): [steps: readonly string[], Field][] {
  const { default: _default, ...options } = field.options as Record<string, unknown>
  return Object.entries(options).flatMap(([option, value]) => fieldsIn([option], value, 3))
}

/** Finds fields at most three objects deep in an option: types of node, the options of each, and its fields. */
function fieldsIn(steps: readonly string[], value: unknown, depth: number): [readonly string[], Field][] {
  if (isField(value)) return [[steps, value]]
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn([...steps, name], inner, depth - 1))
}
