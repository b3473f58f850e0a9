/** Position of a migration in the chain, as its first lines state it. */
export interface MigrationHeader {
  /** Format of the text. Only 2 is written. */
  readonly format: 1 | 2
  /** Author of the migration: the compiler, or a person. */
  readonly origin: Origin
  /** Checksum of the previous migration; `null` for the first. */
  readonly parent: string | null
  /** Hashes of the schema before and after; `before` is `null` for the first. */
  readonly before: string | null
  readonly after: string
}

export type Origin = 'build' | 'hand'

/** Word in place of the checksum or schema hash of a previous migration if there is none. */
export const NONE = 'none'

/**
 * Parses the position of a migration in its chain, from the lines `parent:` and `schema:`, which all formats have.
 * Returns `null` if one is missing.
 */
export function readChain(lines: readonly string[], origin: Origin, format: 1 | 2): MigrationHeader | null {
  const parent = lines.map((line) => /^parent: ([0-9a-f]{64}|none)$/.exec(line)?.[1]).find((found) => found)
  const schema = lines
    .map((line) => /^schema: ([0-9a-f]{64}|none) -> ([0-9a-f]{64})$/.exec(line))
    .find((found) => found)
  const after = schema?.[2]
  if (parent === undefined || after === undefined) return null
  return { format, origin, parent: orNone(parent), before: orNone(schema?.[1] ?? NONE), after }
}

function orNone(value: string): string | null {
  return value === NONE ? null : value
}
