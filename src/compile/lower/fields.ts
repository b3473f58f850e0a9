import {
  type Field,
  type FieldData,
  type FieldOptions,
  type Fields,
  type FieldType,
  storageOf,
} from '../../fields/field-type.ts'
import { inWords } from '../../ground/column-names.ts'
import type { Roles } from '../../ground/roles-holding.ts'
import type { ManifestField } from '../../manifest/collection.ts'
import type { ManifestLocales } from '../../manifest/locales.ts'
import { columnName, joinTableName } from '../schema/model/names.ts'
import { lowerRule } from './access.ts'

/** Context of lowering: facts about the rest of the project. */
export interface LowerContext {
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  readonly roles: Roles
  /** Roles with `locales`. */
  readonly translators: readonly string[]
  /** Languages of the content; `null` if the config declares none. */
  readonly locales: ManifestLocales | null
  /** Returns the position of a declaration, `collections/posts.ts:14`. */
  readonly sourceOf: (declaration: object) => string
}

/** Lowers a collection's fields, in the order of their declaration. */
export function lowerFields(collection: string, fields: Fields, context: LowerContext): ManifestField[] {
  return Object.entries(fields).map(([name, field]) => lowerField(collection, name, field, context))
}

function lowerField(collection: string, name: string, field: Field, context: LowerContext): ManifestField {
  const options = optionsOf(field)
  const data = lowerFieldData(name, field)
  const type = typeOf(field.kind, context)
  const storage = storageOf(type, data.options)
  const joined = storage === 'join'
  const target = options.target ?? null
  return {
    ...data,
    storage,
    column: joined ? null : columnName(name),
    join: joined ? joinTableName(collection, name) : null,
    operators: isFiltered(options, type) ? type.operators : [],
    required: options.required ?? false,
    unique: options.unique ?? false,
    hidden: options.hidden ?? false,
    readOnly: options.readOnly ?? false,
    // Translations of texts are kept here, and extracted later for the whole collection.
    label: (options.label as string | undefined) ?? inWords(name),
    help: (options.help as string | undefined) ?? null,
    target,
    onDelete: target === null || joined ? null : (options.onDelete ?? (options.required ? 'restrict' : 'nullify')),
    access: {
      read: options.access?.read === undefined ? null : lowerRule(options.access.read, context.roles),
      write: options.access?.write === undefined ? null : lowerRule(options.access.write, context.roles),
    },
    source: context.sourceOf(field),
  }
}

/** Lowers a field to plain data, with the fields inside its options. */
export function lowerFieldData(name: string, field: Field): FieldData {
  const {
    access: _access,
    renamedFrom: _renamedFrom,
    kindsRenamedFrom: _kinds,
    backfill: _backfill,
    ...kept
  } = optionsOf(field)
  return { name, kind: field.kind, options: lowerOptions(kept) }
}

/** The options that lowering reads; their types have been checked. */
type KnownOptions = FieldOptions & {
  readonly kindsRenamedFrom?: object
  readonly target?: string
  readonly onDelete?: 'restrict' | 'cascade' | 'nullify'
}

function optionsOf(field: Field): KnownOptions {
  return field.options as KnownOptions
}

function typeOf(kind: string, context: LowerContext): FieldType {
  const type = context.fieldTypes[kind]
  if (!type)
    throw new Error(`the field type ${kind} does not exist: the check of field kinds must come before lowering`)
  return type
}

/** Tells whether lists may filter and sort by a field. Hidden fields are never filtered. */
function isFiltered(options: KnownOptions, type: FieldType): boolean {
  return !options.hidden && (options.index ?? type.indexed !== false)
}

/** Lowers options to data, sorted by name: regular expressions by their source, nested fields as `FieldData`. */
function lowerOptions(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, option]) => option !== undefined)
  return Object.fromEntries(
    entries.sort(byName).map(([name, option]) => [name, name === 'default' ? option : lowerOption(option)]),
  )
}

function lowerOption(option: unknown): unknown {
  if (option instanceof RegExp) return option.source
  if (Array.isArray(option)) return option.filter((item) => !isReplaced(item)).map(withoutHistory)
  if (typeof option !== 'object' || option === null) return option
  if (isNestedField(option)) return lowerFieldData('item', option)
  if (isFieldRecord(option)) return Object.entries(option).map(([name, field]) => lowerFieldData(name, field))
  return Object.fromEntries(Object.entries(option).map(([name, inner]) => [name, lowerOption(inner)]))
}

/** Tells whether a choice is no longer accepted. Only migrations need such choices. */
function isReplaced(item: unknown): boolean {
  return isChoice(item) && item.replacedBy !== undefined
}

/** Returns a choice without its former value. A choice that consists of its value becomes text. */
function withoutHistory(item: unknown): unknown {
  if (!isChoice(item)) return item
  const { renamedFrom: _renamedFrom, ...kept } = item
  return Object.keys(kept).length === 1 ? kept.value : kept
}

interface Choice {
  readonly value: string
  readonly renamedFrom?: string
  readonly replacedBy?: string
}

function isChoice(item: unknown): item is Choice {
  return typeof item === 'object' && item !== null && typeof (item as Partial<Choice>).value === 'string'
}

function isNestedField(value: unknown): value is Field {
  return typeof value === 'object' && value !== null && 'kind' in value && 'options' in value
}

function isFieldRecord(value: object): value is Fields {
  const members = Object.values(value)
  return members.length > 0 && members.every(isNestedField)
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1
}
