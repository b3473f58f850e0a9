import type { FieldData, Json, JsonObject } from './field-data.ts'

/**
 * A kind of field where content of another system is read. It stands in `src/fields/<kind>/import.ts`, which `cms import`
 * loads.
 */
export interface FieldInImport {
  /** Reads a value, which is never empty; `null` where nothing is left of it. */
  readonly read: (value: Json, field: FieldData, reading: ImportReading) => Json | Promise<Json>
  /** Tells whether values that look like this may belong to the field. Default: all but objects. */
  readonly fits?: (look: ImportedLook, field: FieldData) => boolean
  /** `true`: text that looks like HTML is taken as HTML. */
  readonly takesHtml?: true
}

/** Values of another system, as they look or as that system calls them; `unixTime` are numbers that may be times. */
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

/** Reading of values as this import does it. What does not fit is reported to the person who imports. */
export interface ImportReading {
  /** Text without formatting; `null` for what is no text. */
  readonly text: (value: Json) => string | null
  /** Formatted text. */
  readonly richText: (value: Json) => Json
  /** Time in ISO 8601; `null` for what is no time. */
  readonly time: (value: Json) => string | null
  /** `undefined` for what is neither yes nor no. */
  readonly flag: (value: Json) => boolean | undefined
  /** Ids of the documents or files that a value refers to. */
  readonly ids: (value: Json, field: FieldData) => readonly string[]
  /** Items of a value, split where it is text. */
  readonly items: (value: Json) => readonly Json[]
  /** Value of a field inside this one; `null` where nothing is left of it. */
  readonly inner: (value: Json, field: FieldData) => Promise<Json>
  /** Values of fields inside this one, by name. What goes to none of them is reported. */
  readonly members: (value: JsonObject, fields: readonly FieldData[]) => Promise<JsonObject>
  /** Block and field that take a text, as `type.field`; `undefined` where the mapping names none. */
  readonly block: string | undefined
  /** Reports a value that the field cannot take. */
  readonly problem: (message: string) => void
  /** Reports something that is left out. */
  readonly lose: (what: string, value: Json) => void
  /** Beginning of a value, for a message. */
  readonly quote: (value: Json) => string
}
