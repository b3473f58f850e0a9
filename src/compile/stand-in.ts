import type { FieldType, Json, Operator, Parts, Storage } from '../fields/field-type.ts'
import type { SchemaTable } from '../manifest/index.ts'
import type { SettingFacts } from '../manifest/manifest.ts'
import type { JsonObject } from './json-object.ts'

/**
 * Stand-in for code where a config is data: the config is evaluated in another process, which answers for its
 * functions, schemas and tables.
 */
export type StandIn = CodeStandIn | SchemaStandIn | SentBefore | SettingsStandIn | TableStandIn | TypeStandIn

export interface CodeStandIn {
  readonly $standIn: 'code'
  /** `null` where nobody asks for it. */
  readonly source: string | null
}

/** A collection or a plugin that has not changed since it was sent. */
export interface SentBefore {
  readonly $standIn: 'sent'
  readonly number: number
}

/** Of a zod schema. */
export interface SchemaStandIn {
  readonly $standIn: 'schema'
  readonly input: ConvertedSchema
  readonly output: ConvertedSchema
  /** Tells whether it takes nothing at all, too. */
  readonly isOptional: boolean
}

/** A JSON Schema with the definitions it refers to as `#/$defs/<name>`. */
export interface ConvertedSchema {
  readonly schema: JsonObject
  readonly definitions: { readonly [name: string]: JsonObject }
}

/** Of the schema of a plugin's settings. */
export interface SettingsStandIn {
  readonly $standIn: 'settings'
  readonly facts: Readonly<Record<string, SettingFacts>>
}

/** Of a plugin's drizzle table. */
export interface TableStandIn {
  readonly $standIn: 'table'
  readonly table: SchemaTable
}

/** Of a field type that a plugin brings. */
export interface TypeStandIn {
  readonly $standIn: 'type'
  readonly kind: string
  readonly operators: readonly Operator[]
  readonly indexed: false | undefined
  readonly contains: FieldType['contains']
  /** Its values can be searched. */
  readonly isSearched: boolean
  /** By the options of the fields that the config declares, as JSON. */
  readonly uses: ReadonlyMap<string, TypeUse>
}

/** Description of a field with these options by its type. */
export interface TypeUse {
  readonly storage: Storage
  /** `null`: a value is one whole. */
  readonly parts: Parts | null
  readonly typescript: string
  /** The expression of the words to search in, over `COLUMN`; `null` where there are none. */
  readonly searchText: string | null
  readonly input: ConvertedSchema
  readonly output: ConvertedSchema
  readonly samples: readonly Json[]
  /** Constants that the config gives such fields, as the validator returns them, by their JSON. */
  readonly constants: ReadonlyMap<string, unknown>
}

/** Stands where a column's expression does. */
export const COLUMN = '"$column"'

export function isStandIn<Kind extends StandIn['$standIn']>(
  value: unknown,
  kind: Kind,
): value is StandIn & { readonly $standIn: Kind } {
  return typeof value === 'object' && value !== null && '$standIn' in value && value.$standIn === kind
}
