import type { Content } from '../ground/content.ts'
import type { FieldData, Json } from './field-data.ts'
import type { WidgetProps } from './widgets/widget.ts'

/**
 * The admin's part of a kind of field: its control, form reader, cell and filter. It is defined in
 * `src/fields/<kind>/admin.tsx` and loaded with the admin's first page.
 */
export interface FieldInAdmin {
  /** Control in a form. */
  readonly Widget: (props: WidgetProps) => unknown
  /** Reads a value from the control's inputs. Default: their text; `null` if it is empty. */
  readonly read?: (inputs: Inputs, field: FieldData) => Json
  /**
   * Returns the input texts from which `read` reads a value. Default: the value as text. Not used for values with
   * nested fields.
   */
  readonly textsOf?: (value: Json) => readonly string[]
  /** Message for a missing required value. Default: "Fill this in." */
  readonly missing?: string
  /**
   * Renders a value in a cell of a list, or in a sentence. Default: depends on the JSON type; an id is rendered as the
   * title of its target.
   */
  readonly shown?: (value: Json, field: FieldData) => Content | string
  /** `true`: values are too long for cells of lists. */
  readonly isLong?: true
  /** Filter in a list. Default: derived from the operators of the field. */
  readonly filter?: Filter
  /** Describes a filter's value, given its text in the address. Default: that text. */
  readonly filteredBy?: (text: string, field: FieldData) => string
  /** Returns the control that edits a value in its cell in a list. Default: none. */
  readonly inList?: (field: FieldData) => ListControl
}

/** Kind of filter in a list: a choice of values, yes or no, or a range. */
export type Filter = 'choice' | 'truth' | 'numbers' | 'days' | 'times'

/** Control in a cell of a list, which a script builds. */
export interface ListControl {
  readonly kind: 'choice' | 'day' | 'moment' | 'documents'
  /** Values and labels of a choice. */
  readonly choices?: readonly (readonly [value: string | boolean | null, label: string])[]
  /** Collection that a reference points to. */
  readonly target?: string
}

/** Inputs of one field in a submitted form. */
export interface Inputs {
  /** Returns the texts of all inputs with the field's name or, with `part`, with that name followed by `part`. */
  readonly texts: (part?: string) => readonly string[]
  /** Returns the first text; empty if there is none. */
  readonly text: (part?: string) => string
  /** Keeps invalid text, so that the form shows it again, and returns the text. */
  readonly keep: (text: string) => string
  /** Returns the keys of a list's items, in the order in which the page shows them. */
  readonly keys: () => readonly string[]
  /** Returns the inputs of an item of a list. */
  readonly item: (key: string, index: number) => Inputs
  /** Returns the value of another field that is read from the same inputs. */
  readonly value: (field: FieldData) => Json
  /** Returns the values of nested fields, by name. */
  readonly members: (fields: readonly FieldData[]) => { readonly [name: string]: Json }
}
