import type { Content } from '../config/pages.ts'
import type { WidgetProps } from '../system/admin/widgets/widget.ts'
import type { FieldData, Json } from './field-data.ts'

/**
 * A kind of field in the admin: its control, the reading of it, its cell and its filter. It stands in
 * `src/fields/<kind>/admin.tsx`, which is loaded with the first page of the admin.
 */
export interface FieldInAdmin {
  /** Control of a form. */
  readonly Widget: (props: WidgetProps) => unknown
  /** Reads a value out of the control's inputs. Default: their text; `null` where it is empty. */
  readonly read?: (inputs: Inputs, field: FieldData) => Json
  /** Texts of the inputs that `read` reads a value from. Default: the value as text. Not asked of values with parts. */
  readonly textsOf?: (value: Json) => readonly string[]
  /** Advice where a required value is missing. Default: "Fill this in." */
  readonly missing?: string
  /** Value in a cell of a list, and in a sentence. Default: by its JSON type; the name of what an id belongs to. */
  readonly shown?: (value: Json, field: FieldData) => Content | string
  /** `true`: no cell of a list can hold a value. */
  readonly isLong?: true
  /** Filter of a list. Default: by the operators of the field. */
  readonly filter?: Filter
  /** Words for a value that a list is filtered by, given its text in the address. Default: that text. */
  readonly filteredBy?: (text: string, field: FieldData) => string
  /** Control by which a list changes a value in its cell. Default: none. */
  readonly inList?: (field: FieldData) => ListControl
}

/** Filter of a field in a list: one of several values, yes or no, or a range. */
export type Filter = 'choice' | 'truth' | 'numbers' | 'days' | 'times'

/** Control in a cell of a list, as its script builds it. */
export interface ListControl {
  readonly kind: 'choice' | 'day' | 'moment' | 'documents'
  /** Value with label, for a choice. */
  readonly choices?: readonly (readonly [value: string | boolean | null, label: string])[]
  /** Collection that references point to. */
  readonly target?: string
}

/** Inputs of one field in a form that somebody has sent. */
export interface Inputs {
  /** Texts of all inputs with the field's name; with `part`, of those below it. */
  readonly texts: (part?: string) => readonly string[]
  /** The first of them; empty where there is none. */
  readonly text: (part?: string) => string
  /** Keeps a text that is no value, so that the form shows it again, and returns it. */
  readonly keep: (text: string) => string
  /** Keys of the items of a list, in the order in which they stand on the page. */
  readonly keys: () => readonly string[]
  /** Inputs of an item of a list. */
  readonly item: (key: string, index: number) => Inputs
  /** Value of a field that has these very inputs. */
  readonly value: (field: FieldData) => Json
  /** Values of fields below this one, by name. */
  readonly members: (fields: readonly FieldData[]) => { readonly [name: string]: Json }
}
