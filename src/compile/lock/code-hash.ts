/** Marks hashes of modules as the bundler finds them; earlier versions of Lintel found modules in another way. */
const MARK = 'esbuild:'

/** Returns the fact about code in the lock: the hash of its modules, after the label of their package if it has one. */
export function codeFact(hash: string, label: string | null): string {
  return label === null ? MARK + hash : `${label} ${MARK}${hash}`
}

/**
 * Tells whether two facts describe the same code. Hashes from an earlier version of Lintel cannot be compared, so only
 * their labels are.
 */
export function isSameCode(then: string, now: string): boolean {
  return then === now || (!then.includes(MARK) && now.includes(MARK) && labelOf(then) === labelOf(now))
}

/** Tells whether facts of a lock have hashes from an earlier version of Lintel, which cannot be compared. */
export function hasEarlierHashes(facts: unknown): boolean {
  return /"[0-9a-f]{64}"/.test(JSON.stringify(facts))
}

/**
 * Tells whether code is Lintel's own, of which the lock contains only the version. For code of another package with the
 * same name, the lock contains a hash.
 */
export function isCodeOfLintel(fact: string): boolean {
  return /^lintel@\S+$/.test(fact)
}

/** Returns the label of the package that code is installed with: `jose@6.2.1`; `null` for code of the project. */
export function labelOf(fact: string): string | null {
  const [label = ''] = fact.split(' ')
  return /^(?:esbuild:)?[0-9a-f]{64}$/.test(label) ? null : label
}
