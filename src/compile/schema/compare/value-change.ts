import type { FieldFacts } from '../steps/facts.ts'

/** Change to stored values: of a field, or of a whole document that is stored as a copy. */
export type ValueChange =
  | { readonly form: 'same' }
  /** A conversion to another type. */
  | { readonly form: 'convert'; readonly before: FieldFacts; readonly after: FieldFacts }
  | ObjectChange
  /** New names of values that are text; `null` for removed ones. */
  | { readonly form: 'names'; readonly renamed: ReadonlyMap<string, string | null> }
  | { readonly form: 'list'; readonly item: ValueChange }
  | {
      readonly form: 'blocks'
      /** Changes inside blocks, keyed by the current name of their kind. */
      readonly kinds: ReadonlyMap<string, ValueChange>
      /** Renamed kinds: old → new. */
      readonly renamed: ReadonlyMap<string, string>
      /** Former names of kinds whose blocks are removed. */
      readonly dropped: readonly string[]
    }

export interface ObjectChange {
  readonly form: 'object'
  /** Parts that are kept, keyed by their former names. */
  readonly kept: ReadonlyMap<string, { readonly name: string; readonly change: ValueChange }>
  /** Parts that are removed. */
  readonly dropped: string[]
  /** Parts that are new; `fill` is the JSON text for existing values, `null` for none. */
  readonly added: readonly { readonly name: string; readonly fill: string | null }[]
}

export const SAME: ValueChange = { form: 'same' }

/** Tells whether stored values have to be rewritten. */
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
        change.added.some(({ fill }) => fill !== null) ||
        [...change.kept].some(([from, { name, change: inner }]) => from !== name || isRewritten(inner))
      )
    case 'list':
      return isRewritten(change.item)
    case 'blocks':
      return change.renamed.size + change.dropped.length > 0 || [...change.kinds.values()].some(isRewritten)
  }
}
