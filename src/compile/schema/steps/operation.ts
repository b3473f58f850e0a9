import * as z from 'zod'
import type { Storage } from '../../../fields/field-type.ts'

const at = z.string().optional()
const reason = z.string()
const names = z.array(z.string())

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
  /** Absent where a field holds no others, and where an old migration does not say. */
  readonly inside?: Inside | undefined
  /** Of the list of locales in which a document is shown: the default locale, which nothing else that is stored names. */
  readonly initial?: string | undefined
}

/**
 * Fields inside a JSON value. `object`: by name. `list`: one part, `item`, for every item. `blocks`: a part for each
 * kind
 * of block, itself an `object`, told apart by the property `type`.
 */
export interface Inside {
  readonly form: 'object' | 'list' | 'blocks'
  readonly parts: Readonly<Record<string, FieldFacts>>
}

/** Tells whether both say the same of a field itself; fields inside it count for nothing here. */
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
 * One thing that a migration does. The planner makes operations; they are printed above their SQL as one line of JSON,
 * read back from there, replayed, reviewed, rebased and foreseen. Titles and comments are printed from them, and
 * nothing
 * reads those back.
 *
 * A field is named by its path: `title`, `seo.title` inside a group, `rows.label` in the items of a list, `rows[]` for
 * the items themselves, `sections.quote` for a kind of block, `sections.quote.text` in it. Names are those after the
 * migration, but in operations that drop something: those name what was there before.
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
    /** Tells whether documents are refused without it from now on: it is required and has no default. */
    demanded: z.boolean(),
    at,
  }),
  z.strictObject({ kind: z.literal('rename-field'), collection: z.string(), from: z.string(), to: z.string(), at }),
  z.strictObject({
    kind: z.literal('change-field'),
    collection: z.string(),
    field: z.string(),
    /** `null` where it is not known: migrations of format 1 do not say. */
    before: facts.nullable(),
    after: facts,
    /** Reason why values may be lost that do not read as the new type; `null` where every value does. */
    lossy: reason.nullable(),
    at,
  }),
  /** Records what a field is like, where the migrations before do not say it; nothing changes. */
  z.strictObject({ kind: z.literal('describe-field'), collection: z.string(), field: z.string(), facts, at }),
  z.strictObject({ kind: z.literal('drop-field'), collection: z.string(), field: z.string(), reason, at }),
  z.strictObject({ kind: z.literal('create-table'), table: z.string(), owner: z.string(), at }),
  z.strictObject({ kind: z.literal('drop-table'), table: z.string(), reason, at }),
  z.strictObject({ kind: z.literal('add-column'), table: z.string(), column: z.string(), at }),
  z.strictObject({ kind: z.literal('drop-column'), table: z.string(), column: z.string(), reason, at }),
  z.strictObject({
    kind: z.literal('rebuild-table'),
    table: z.string(),
    /** Columns that go, and columns of which values may go, each with the reason that the config gives. */
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
  /** Names make way that others take in the same migration. */
  z.strictObject({ kind: z.literal('free-names'), names, at }),
  /** Stored values that hold fields inside them, or whole documents, follow what became of those fields. */
  z.strictObject({
    kind: z.literal('rewrite-values'),
    collection: z.string(),
    /** The table whose values are rewritten: the collection's own, or one that keeps copies of its documents. */
    table: z.string(),
    /** Fields whose values change their form or their name. */
    fields: names,
    /** Fields that leave copies of documents because the collection drops them. */
    removed: names,
    at,
  }),
  /**
   * Rows of other tables that name a collection follow its rename: old name → new name, in columns as `table.column`.
   */
  z.strictObject({ kind: z.literal('carry-names'), renamed: z.record(z.string(), z.string()), columns: names, at }),
  /** Triggers, full-text tables and indexes make way for the steps that follow. */
  z.strictObject({ kind: z.literal('set-aside'), tables: names, at }),
  /** Derived objects that were set aside are created again and filled from the rows. */
  z.strictObject({ kind: z.literal('derive'), tables: names, at }),
  z.strictObject({ kind: z.literal('defer-foreign-keys'), at }),
  /** A person's SQL, under a heading. */
  z.strictObject({ kind: z.literal('by-hand'), words: z.string(), at }),
])

export type Operation = z.infer<typeof operation>
export type OperationKind = Operation['kind']
export type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>

/** A result for each kind of operation: a new kind does not compile until every table of this type has met it. */
export type ByKind<Result> = { readonly [Kind in OperationKind]: (operation: OperationOf<Kind>) => Result }

/** Looks up an operation's kind in a table, and hands it the operation. */
export function visit<Result>(subject: Operation, table: ByKind<Result>): Result {
  // The table has, under each kind, a function that takes operations of that kind.
  return (table[subject.kind] as (operation: Operation) => Result)(subject)
}

/** A test for operations of one kind, for `filter`. */
export function isKind<Kind extends OperationKind>(kind: Kind) {
  return (subject: Operation): subject is OperationOf<Kind> => subject.kind === kind
}

/** The machine-readable line of an operation: JSON with `kind` first and `at` last, on one line. */
export function printOperation(subject: Operation): string {
  const { kind, at: source, ...rest } = subject
  // A line separator of Unicode ends a line for some readers, and JSON allows it in text as it is.
  const text = JSON.stringify({ kind, ...rest, ...(source === undefined ? {} : { at: source }) })
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Reads such a line. @returns `null` for what is no operation of this version. */
export function parseOperation(text: string): Operation | null {
  try {
    return operation.parse(JSON.parse(text))
  } catch {
    return null
  }
}
