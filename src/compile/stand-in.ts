import type { FieldType, Json, Operator, Parts, Storage } from '../fields/field-type.ts'
import type { SchemaTable } from '../manifest/index.ts'
import type { SettingFacts } from '../manifest/manifest.ts'
import type { JsonObject } from './json-object.ts'

/**
 * A substitute for code in a config that another process has evaluated: functions, schemas and tables cannot be sent as
 * data.
 */
export type StandIn = CodeStandIn | SchemaStandIn | SentBefore | SettingsStandIn | TableStandIn | TypeStandIn

export interface CodeStandIn {
  readonly $standIn: 'code'
  /** The source; `null` if it is not needed. */
  readonly source: string | null
}

/** A collection or a plugin that has not changed since it was last sent. */
export interface SentBefore {
  readonly $standIn: 'sent'
  readonly number: number
}

/** Substitute for a zod schema. */
export interface SchemaStandIn {
  readonly $standIn: 'schema'
  readonly input: ConvertedSchema
  readonly output: ConvertedSchema
  /** True if the schema accepts a missing value. */
  readonly isOptional: boolean
}

/** A JSON Schema with the definitions it refers to as `#/$defs/<name>`. */
export interface ConvertedSchema {
  readonly schema: JsonObject
  readonly definitions: { readonly [name: string]: JsonObject }
}

/** Substitute for the schema of a plugin's settings. */
export interface SettingsStandIn {
  readonly $standIn: 'settings'
  readonly facts: Readonly<Record<string, SettingFacts>>
}

/** Substitute for a plugin's drizzle table. */
export interface TableStandIn {
  readonly $standIn: 'table'
  readonly table: SchemaTable
}

/** Substitute for a field type of a plugin. */
export interface TypeStandIn {
  readonly $standIn: 'type'
  readonly kind: string
  readonly operators: readonly Operator[]
  readonly indexed: false | undefined
  readonly contains: FieldType['contains']
  /** True if values of the type can be searched. */
  readonly isSearched: boolean
  /** Descriptions of the fields that the config declares, keyed by their options as JSON. */
  readonly uses: ReadonlyMap<string, TypeUse>
}

/** Description of a field with certain options. */
export interface TypeUse {
  readonly storage: Storage
  /** Nested fields; `null` if the value is treated as a whole. */
  readonly parts: Parts | null
  readonly typescript: string
  /** SQL of the searchable words, over `COLUMN`; `null` if there are none. */
  readonly searchText: string | null
  readonly input: ConvertedSchema
  readonly output: ConvertedSchema
  readonly samples: readonly Json[]
  /**
   * Constants that the config declares for fields with these options, as the validator outputs them, keyed by the
   * declared constant as JSON.
   */
  readonly constants: ReadonlyMap<string, unknown>
}

/** Placeholder for a column's expression. */
export const COLUMN = '"$column"'

export function isStandIn<Kind extends StandIn['$standIn']>(
  value: unknown,
  kind: Kind,
): value is StandIn & { readonly $standIn: Kind } {
  return typeof value === 'object' && value !== null && '$standIn' in value && value.$standIn === kind
}
