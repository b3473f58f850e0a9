import type { QueryResult } from './run-query.ts'

/** What became of a statement that was typed into the page. */
export type Outcome =
  | { readonly kind: 'done'; readonly result: QueryResult }
  | { readonly kind: 'refused'; readonly message: string }
