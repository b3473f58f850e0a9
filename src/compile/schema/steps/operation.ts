import * as z from 'zod'
import type { Storage } from '../../../fields/field-type.ts'

const at = z.string().optional()
const reason = z.string()
const names = z.array(z.string())

/** Effects of options that make documents, or copies of documents, unreachable. */
const limits = ['publish-drafts', 'trash-drafts', 'empty-trash', 'delete-versions'] as const

export type Limit = (typeof limits)[number]

const storages = [
  'text',
  'integer',
  'real',
  'boolean',
  'datetime',
  'json',
  'join',
] as const satisfies readonly Storage[]

/**
 * Facts about a field that the database does not record: its type, its target, whether it is required, and its nested
 * fields. Migrations carry them, so that the chain alone determines where the next migration starts.
 */
export interface FieldFacts {
  readonly kind: string
  readonly storage: Storage
  readonly target: string | null
  readonly required: boolean
  /** Nested fields; absent if there are none, or if an old migration did not record them. */
  readonly inside?: Inside | undefined
  /**
   * Default locale, only for the field that lists the locales in which a document is published. No other stored data
   * contains its name.
   */
  readonly initial?: string | undefined
}

/**
 * Nested fields in a JSON value. `object`: by name. `list`: one part, `item`, for every item. `blocks`: a part for each
 * kind of block, itself an `object`, identified by the property `type`.
 */
export interface Inside {
  readonly form: 'object' | 'list' | 'blocks'
  readonly parts: Readonly<Record<string, FieldFacts>>
}

/** Tells whether two facts describe the same field, apart from nested fields. */
export function isSameField(a: FieldFacts, b: FieldFacts): boolean {
  const isSame = a.kind === b.kind && a.storage === b.storage && a.target === b.target && a.required === b.required
  return isSame && (a.initial ?? b.initial) === (b.initial ?? a.initial)
}

const facts: z.ZodType<FieldFacts> = z.lazy(() =>
  z.strictObject({
    kind: z.string(),
    storage: z.enum(storages),
    target: z.string().nullable(),
    required: z.boolean(),
    inside: z
      .strictObject({ form: z.enum(['object', 'list', 'blocks']), parts: z.record(z.string(), facts) })
      .optional(),
    initial: z.string().optional(),
  }),
)

/**
 * An operation of a migration. The planner makes operations; they are printed above their SQL as one line of JSON,
 * parsed from there, replayed, reviewed, rebased and predicted. Titles and comments are printed from them, and never
 * parsed.
 *
 * A field is named by its path: `title`, `seo.title` inside a group, `rows.label` in the items of a list, `rows[]` for
 * the items themselves, `sections.quote` for a kind of block, `sections.quote.text` in it. Names are those after the
 * migration, except in operations that drop something, which use those before it.
 */
const operation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create-collection'),
    collection: z.string(),
    fields: z.record(z.string(), facts),
    at,
  }),
  z.strictObject({ kind: z.literal('rename-collection'), from: z.string(), to: z.string(), at }),
  z.strictObject({ kind: z.literal('drop-collection'), collection: z.string(), reason, at }),
  z.strictObject({
    kind: z.literal('add-field'),
    collection: z.string(),
    field: z.string(),
    facts,
    /** True if documents without a value are rejected: the field is required and has no default. */
    demanded: z.boolean(),
    at,
  }),
  z.strictObject({ kind: z.literal('rename-field'), collection: z.string(), from: z.string(), to: z.string(), at }),
  z.strictObject({
    kind: z.literal('change-field'),
    collection: z.string(),
    field: z.string(),
    /** Facts before; `null` if unknown, because migrations of format 1 do not record them. */
    before: facts.nullable(),
    after: facts,
    /** Reason for losing values that do not convert; `null` if all values convert. */
    lossy: reason.nullable(),
    at,
  }),
  /** Rewrites stored values of a field whose choices are renamed, replaced or dropped. */
  z.strictObject({
    kind: z.literal('change-choices'),
    collection: z.string(),
    field: z.string(),
    /** Former collection and path of the field: `posts.seo.kind`. */
    was: z.string(),
    before: names,
    after: names,
    /** New values, keyed by the old ones; `null` for values that are emptied. */
    renamed: z.record(z.string(), z.string().nullable()),
    /** Reasons for emptying values; empty if no values are emptied. */
    reason,
    at,
  }),
  /** Records a field's facts if earlier migrations did not. Nothing changes. */
  z.strictObject({ kind: z.literal('describe-field'), collection: z.string(), field: z.string(), facts, at }),
  z.strictObject({ kind: z.literal('drop-field'), collection: z.string(), field: z.string(), reason, at }),
  /** Deletes, moves or publishes documents that the collection's options make unreachable: see `LIMITS`. */
  z.strictObject({
    kind: z.literal('limit-collection'),
    collection: z.string(),
    limit: z.enum(limits),
    /** Number of versions that each document keeps. */
    versions: z.strictObject({ before: z.int(), after: z.int() }).optional(),
    reason,
    at,
  }),
  z.strictObject({ kind: z.literal('create-table'), table: z.string(), owner: z.string(), at }),
  z.strictObject({ kind: z.literal('drop-table'), table: z.string(), reason, at }),
  z.strictObject({ kind: z.literal('add-column'), table: z.string(), column: z.string(), at }),
  z.strictObject({ kind: z.literal('drop-column'), table: z.string(), column: z.string(), reason, at }),
  z.strictObject({
    kind: z.literal('rebuild-table'),
    table: z.string(),
    /** Dropped columns, and columns whose values may be lost, each with the reason in the config. */
    dropped: z.record(z.string(), reason),
    lossy: z.record(z.string(), reason),
    at,
  }),
  z.strictObject({
    kind: z.literal('create-index'),
    table: z.string(),
    index: z.string(),
    unique: z.boolean(),
    at,
  }),
  z.strictObject({
    kind: z.literal('drop-index'),
    table: z.string(),
    index: z.string(),
    unique: z.boolean(),
    at,
  }),
  /** Frees names that other objects take in the same migration. */
  z.strictObject({ kind: z.literal('free-names'), names, at }),
  /** Rewrites stored values with nested fields, or whole documents, after changes to those fields. */
  z.strictObject({
    kind: z.literal('rewrite-values'),
    collection: z.string(),
    /** The table whose values are rewritten: the collection's own, or one with copies of its documents. */
    table: z.string(),
    /** Fields whose values change their form or their name. */
    fields: names,
    /** Fields that are removed from copies of documents, because the collection drops them. */
    removed: names,
    at,
  }),
  /** Renames a collection in rows of other tables: old name → new name, in columns as `table.column`. */
  z.strictObject({ kind: z.literal('carry-names'), renamed: z.record(z.string(), z.string()), columns: names, at }),
  /** Drops triggers, full-text tables and indexes before the following steps. */
  z.strictObject({ kind: z.literal('set-aside'), tables: names, at }),
  /** Creates dropped derived objects again, and fills them from the rows. */
  z.strictObject({ kind: z.literal('derive'), tables: names, at }),
  z.strictObject({ kind: z.literal('defer-foreign-keys'), at }),
  /** Handwritten SQL, under a heading. */
  z.strictObject({ kind: z.literal('by-hand'), words: z.string(), at }),
])

export type Operation = z.infer<typeof operation>
export type OperationKind = Operation['kind']
export type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>

/**
 * A table with a function for each kind of operation. A new kind does not compile until every such table handles it.
 */
export type ByKind<Result> = { readonly [Kind in OperationKind]: (operation: OperationOf<Kind>) => Result }

/** Looks up an operation's kind in a table, and passes the operation to its function. */
export function visit<Result>(subject: Operation, table: ByKind<Result>): Result {
  // The function under each kind accepts operations of that kind.
  return (table[subject.kind] as (operation: Operation) => Result)(subject)
}

/** Returns a predicate for operations of one kind, for `filter`. */
export function isKind<Kind extends OperationKind>(kind: Kind) {
  return (subject: Operation): subject is OperationOf<Kind> => subject.kind === kind
}

/** Prints the machine-readable line of an operation: JSON with `kind` first and `at` last, on one line. */
export function printOperation(subject: Operation): string {
  const { kind, at: source, ...rest } = subject
  // Some readers treat Unicode line separators as line ends, and JSON allows them unescaped.
  const text = JSON.stringify({ kind, ...rest, ...(source === undefined ? {} : { at: source }) })
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/**
 * Parses the line that `printOperation` returns.
 * @returns `null` if the line is not an operation of this version
 */
export function parseOperation(text: string): Operation | null {
  try {
    return operation.parse(JSON.parse(text))
  } catch {
    return null
  }
}
