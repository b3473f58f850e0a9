import type { Finding } from '../diagnostics/diagnostic.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'

/** A commit with which migrations are compared. */
export interface BaseCommit {
  /** The requested ref: `origin/main`. */
  readonly ref: string
  /** Full hash; `null` in a repository without a commit. */
  readonly commit: string | null
}

/** Findings about the migrations that a base lacks, computed instead of read from their comments. */
export interface ChainVerdict {
  readonly base: BaseCommit
  /** Migrations that the base lacks, in order. */
  readonly migrations: readonly JudgedMigration[]
  /** Findings about altered migrations, and about handwritten ones that change the schema. Empty if there are none. */
  readonly altered: readonly Finding[]
}

/** A migration that the base lacks, and how its effects were determined. */
export type JudgedMigration = RecomputedMigration | MigrationJudgedBySql

/**
 * A generated migration whose steps can be trusted: it was planned again with the same bytes, or has just been planned.
 */
export interface RecomputedMigration {
  readonly kind: 'recomputed'
  readonly file: MigrationFile
  /** The migration as planned again, with current positions in the config. */
  readonly planned: MigrationFile
  /** The commit whose config yields the migration; `null` if the working tree's config does. */
  readonly commit: string | null
}

/** A migration that is judged by its SQL alone. */
export interface MigrationJudgedBySql {
  readonly kind: 'judged-by-sql'
  readonly file: MigrationFile
  /** `by-hand`, or `not-recomputed` for a generated migration that cannot be reproduced. */
  readonly origin: 'by-hand' | 'not-recomputed'
  /** Reason why a generated migration cannot be reproduced, and what would help; `null` if it was written by hand. */
  readonly reason: string | null
  /** For a generated migration, only effects that its operations do not name. */
  readonly effects: readonly SqlEffect[]
}

/** Classes of effects, the most severe first. */
export const EFFECT_CLASSES = ['destructive', 'opens', 'caution'] as const

export type EffectClass = (typeof EFFECT_CLASSES)[number]

/**
 * Effect of a statement:
 * - `adds` rows, `fills` columns that were empty, `overwrites` values that may exist, `removes` rows
 * - `discards` a table or columns, `reshapes` tables that remain
 * - `falsifies` a table that only triggers should write: the full-text index, the content index, or its counts
 * - `grants`: writes to a table that decides who may do what or what is sent, or to a column used in an access rule
 * - `publishes`: writes columns that determine whether documents are public; `unpublishes`: it can only hide them
 * - `shows` documents in further languages, or `hides` them in some, by writing the column that determines this
 * - `reveals`: copies values to where more people may read them
 * - `reconfigures` the database itself: PRAGMA, ATTACH, objects that D1 does not support
 */
export type EffectKind =
  | 'adds'
  | 'fills'
  | 'overwrites'
  | 'removes'
  | 'discards'
  | 'falsifies'
  | 'reshapes'
  | 'grants'
  | 'publishes'
  | 'unpublishes'
  | 'shows'
  | 'hides'
  | 'reveals'
  | 'reconfigures'

/** An effect of a statement on a table. */
export interface SqlEffect {
  readonly class: EffectClass
  readonly kind: EffectKind
  /** Name of the table; `null` for an effect on no table. */
  readonly table: string | null
  /** The written or revealed columns, sorted; empty for whole rows. */
  readonly columns: readonly string[]
  /** The trigger that causes the effect; `null` if the statement itself does. */
  readonly trigger: string | null
  /** Description without a full stop: `overwrites posts.title`. */
  readonly message: string
  /** The statement, and its line in the file, from 1. */
  readonly statement: string
  readonly line: number
}

/** Returns the effects of all migrations that are judged by their SQL. */
export function effectsOf({ migrations }: ChainVerdict): readonly SqlEffect[] {
  return migrations.flatMap((migration) => (migration.kind === 'judged-by-sql' ? migration.effects : []))
}
