import type { Finding } from '../diagnostics/diagnostic.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'

/** A commit that migrations are compared with. */
export interface BaseCommit {
  /** As it was asked for: `origin/main`. */
  readonly ref: string
  /** Full hash; `null` in a repository without a commit. */
  readonly commit: string | null
}

/** Findings about the migrations that a base does not have, computed rather than read from their comments. */
export interface ChainVerdict {
  readonly base: BaseCommit
  /** Those that the base does not have, in order. */
  readonly migrations: readonly JudgedMigration[]
  /** Altered migrations: code `migration-altered`. Empty where the chain is what it says. */
  readonly altered: readonly Finding[]
}

/** A migration that the base does not have, with how far it can be believed. */
export type JudgedMigration = RecomputedMigration | MigrationJudgedBySql

/** Planned again from what was there before it, to the same bytes: what its steps say is what the compiler says. */
export interface RecomputedMigration {
  readonly kind: 'recomputed'
  readonly file: MigrationFile
  /** As it was planned again: where lines of the config have moved since, it names them as they are. */
  readonly planned: MigrationFile
  /** The commit whose config gives it, where the config of the working tree gives another; else `null`. */
  readonly commit: string | null
}

/** Verdict on a migration that is judged by its SQL alone. */
export interface MigrationJudgedBySql {
  readonly kind: 'judged-by-sql'
  readonly file: MigrationFile
  /** `by-hand`; `not-recomputed` for a generated one that cannot be planned again. */
  readonly origin: 'by-hand' | 'not-recomputed'
  /** Reason why it cannot be planned again, and what makes it so; `null` for one that is written by hand. */
  readonly reason: string | null
  readonly effects: readonly SqlEffect[]
}

/** Classes of effects, the gravest first. */
export const EFFECT_CLASSES = ['destructive', 'opens', 'caution'] as const

export type EffectClass = (typeof EFFECT_CLASSES)[number]

/**
 * Effect of a statement:
 * - `adds` rows, `fills` columns that were empty, `overwrites` values that may have been there, `removes` rows
 * - `discards` a table or columns, `reshapes` what stays
 * - `falsifies` a table that triggers keep: full text, content, its counts
 * - `grants`: writes to a table that decides who may do what or what is sent, or to a column that an access rule asks
 * for
 * - `publishes`: writes columns by which documents are shown or not
 * - `reveals`: copies what not everybody may read to where more people read
 * - `reconfigures` the database itself: PRAGMA, ATTACH, objects that D1 does not have
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
  | 'reveals'
  | 'reconfigures'

/** One effect of one statement on one table. */
export interface SqlEffect {
  readonly class: EffectClass
  readonly kind: EffectKind
  /** `null` for what is about no table. */
  readonly table: string | null
  /** Those that are written, sorted; empty where whole rows are. */
  readonly columns: readonly string[]
  /** The trigger through which it happens; `null` where the statement does it itself. */
  readonly trigger: string | null
  /** One sentence without a full stop: `overwrites posts.title`. */
  readonly message: string
  /** The statement, and its line in the file, from 1. */
  readonly statement: string
  readonly line: number
}

/** The effects of all migrations that are judged by their SQL. */
export function effectsOf({ migrations }: ChainVerdict): readonly SqlEffect[] {
  return migrations.flatMap((migration) => (migration.kind === 'judged-by-sql' ? migration.effects : []))
}
