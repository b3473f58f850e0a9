import type { FieldFacts } from '../steps/facts.ts'

/** Conversion of a JSON value: of a field with others inside it, or of a whole document kept as a copy. */
export type ValueChange =
  | { readonly form: 'same' }
  /** Of another type, or a list of fields of another form. */
  | { readonly form: 'convert'; readonly before: FieldFacts; readonly after: FieldFacts }
  | ObjectChange
  /** A text of which some values are called otherwise now, or are gone: `null`. */
  | { readonly form: 'names'; readonly renamed: ReadonlyMap<string, string | null> }
  | { readonly form: 'list'; readonly item: ValueChange }
  | {
      readonly form: 'blocks'
      readonly kinds: ReadonlyMap<string, ValueChange>
      /** Kinds whose blocks go. */
      readonly dropped: readonly string[]
    }

export interface ObjectChange {
  readonly form: 'object'
  /** Parts that go on, by the names they had. */
  readonly kept: ReadonlyMap<string, { readonly name: string; readonly change: ValueChange }>
  /** Parts that go. */
  readonly dropped: string[]
  /** Parts that are new; `fill` is the JSON text that existing values get, `null` where they get nothing. */
  readonly added: readonly { readonly name: string; readonly fill: string | null }[]
  /** Parts that are new and begin with the value of another, by the name that it has now. */
  readonly copied: readonly { readonly name: string; readonly of: string }[]
}

export const SAME: ValueChange = { form: 'same' }

/** Tells whether stored values are to be rewritten. */
export function isRewritten(change: ValueChange): boolean {
  switch (change.form) {
    case 'same':
      return false
    case 'convert':
      return true
    case 'names':
      return change.renamed.size > 0
    case 'object':
      return (
        change.dropped.length > 0 ||
        change.copied.length > 0 ||
        change.added.some(({ fill }) => fill !== null) ||
        [...change.kept].some(([from, { name, change: inner }]) => from !== name || isRewritten(inner))
      )
    case 'list':
      return isRewritten(change.item)
    case 'blocks':
      return change.dropped.length > 0 || [...change.kinds.values()].some(isRewritten)
  }
}
