/**
 * Compatibility of a migration with the programs before and after it:
 * - `expand`: adds what the older program ignores and the newer one needs, and changes nothing else.
 * - `contract`: removes what the newer program does not use, and changes nothing else. The newer program also works
 *   before the migration is applied.
 * - `switch`: anything else. Neither program works with the other's schema.
 */
export type MigrationPhase = 'expand' | 'contract' | 'switch'

/**
 * Milliseconds for which requests wait once an isolate finds an incomplete schema, because `cms deploy` completes the
 * schema right after the upload. D1 aborts a statement after 30 seconds
 * (https://developers.cloudflare.com/d1/platform/limits); most migrations take less than one second.
 */
export const SCHEMA_PATIENCE = 15_000

/** Identity and properties of a migration: what a program needs to know before it applies the migration. */
export interface MigrationHead {
  /** Name of the file, `0001_initial.sql`. */
  readonly name: string
  /** SHA-256 of the file's text, in hex. */
  readonly checksum: string
  /** True if one of the migration's steps is `destructive`. Bootstrap never applies such a migration. */
  readonly destructive: boolean
  readonly phase: MigrationPhase
}

/** A file of `migrations/`, as part of the program. */
export interface Migration extends MigrationHead {
  /** The statements in order, without comments and without closing semicolons. */
  readonly statements: readonly string[]
}
