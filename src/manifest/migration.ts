/** A file of `migrations/`, as the program carries it. */
export interface Migration {
  /** The file's name, `0001_initial.sql`. */
  readonly name: string
  /** SHA-256 of the file's text, hex. */
  readonly checksum: string
  /** The statements in order, without comments and closing semicolons. */
  readonly statements: readonly string[]
  /** Holds a step that is `destructive`: never applied by bootstrap. */
  readonly destructive: boolean
}
