import type { FieldData, Json, JsonObject } from './field-data.ts'

/** The import's part of a kind of field. It is defined in `src/fields/<kind>/import.ts`, which `cms import` loads. */
export interface FieldInImport {
  /** Converts a value, which is never empty; `null` if nothing usable remains. */
  readonly read: (value: Json, field: FieldData, reading: ImportReading) => Json | Promise<Json>
  /**
   * Tells whether values of this form may belong to the field. Default: values of every form but `object` and `json`.
   */
  readonly fits?: (look: ImportedLook, field: FieldData) => boolean
  /** `true`: text that looks like HTML is treated as HTML. */
  readonly takesHtml?: true
}

/** Form of values in another system, or their type in that system. `unixTime`: numbers that may be times. */
export type ImportedLook =
  | 'boolean'
  | 'html'
  | 'json'
  | 'line'
  | 'list'
  | 'markdown'
  | 'number'
  | 'object'
  | 'slug'
  | 'status'
  | 'text'
  | 'time'
  | 'unixTime'
  | 'word'

/** Converts values with the settings of this import. Values that a field does not accept are reported to the user. */
export interface ImportReading {
  /** Returns text without formatting; `null` if the value is not text. */
  readonly text: (value: Json) => string | null
  /** Converts text or a tree to rich text. */
  readonly richText: (value: Json) => Json
  /** Returns a time in ISO 8601; `null` if the value is not a time. */
  readonly time: (value: Json) => string | null
  /** Returns a boolean; `undefined` if the value is neither yes nor no. */
  readonly flag: (value: Json) => boolean | undefined
  /** Returns ids of the documents or files that a value refers to. */
  readonly ids: (value: Json, field: FieldData) => readonly string[]
  /** Returns the items of a list; text is split into items. */
  readonly items: (value: Json) => readonly Json[]
  /** Converts the value of a nested field; `null` if nothing usable remains. */
  readonly inner: (value: Json, field: FieldData) => Promise<Json>
  /** Converts the values of nested fields, by name, and reports unknown properties. */
  readonly members: (value: JsonObject, fields: readonly FieldData[]) => Promise<JsonObject>
  /** Block and field that receive text, as `type.field`; `undefined` if the mapping names none. */
  readonly block: string | undefined
  /** Reports a value that the field does not accept. */
  readonly problem: (message: string) => void
  /** Reports a part of a value that is left out. */
  readonly lose: (what: string, value: Json) => void
  /** Returns the beginning of a value, for a message. */
  readonly quote: (value: Json) => string
}
