/**
 * Kind of a migration for the programs before and after it:
 * - `expand`: it only adds. The program before does not notice; the one after needs it.
 * - `contract`: it only takes away what the program after does not use. That one does without it as well.
 * - `switch`: anything else. Neither program works with the other's schema.
 */
export type MigrationPhase = 'expand' | 'contract' | 'switch'

/** Identity of a migration and what is known of it: all that a program needs until it applies one. */
export interface MigrationHead {
  /** The file's name, `0001_initial.sql`. */
  readonly name: string
  /** SHA-256 of the file's text, hex. */
  readonly checksum: string
  /** Holds a step that is `destructive`: never applied by bootstrap. */
  readonly destructive: boolean
  readonly phase: MigrationPhase
}

/** A file of `migrations/`, as the program carries it. */
export interface Migration extends MigrationHead {
  /** The statements in order, without comments and closing semicolons. */
  readonly statements: readonly string[]
}
