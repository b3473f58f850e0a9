/** Something declared, with the name it had before. */
export interface Named {
  readonly name: string
  readonly renamedFrom?: string | undefined
}

/**
 * Which of the names that exist each declared name continues: itself, the one that it was renamed from, or none (it is
 * new). Chains (`a` → `b` while `b` → `c`) and swaps are taken as one move. A `renamedFrom` that stays in the config
 * after its migration means nothing any more.
 * @param existing names that the last migration left.
 * @param dropped names that are given up, so that another may take them.
 * @param isDone whether an earlier migration made this very rename: only that tells a swap that stays declared.
 */
export function matchNames(
  declared: readonly Named[],
  existing: ReadonlySet<string>,
  dropped: readonly string[],
  isDone: (from: string, to: string) => boolean,
): Map<string, string | null> {
  const renamed = declared.filter(({ name, renamedFrom }) => renamedFrom !== undefined && renamedFrom !== name)
  const freed = new Set([...renamed.map((item) => item.renamedFrom ?? ''), ...dropped])
  const taken = new Map<string, string>()
  for (const { name, renamedFrom = '' } of renamed) {
    const isFree = !existing.has(name) || (freed.has(name) && !isDone(renamedFrom, name))
    const isFirst = ![...taken.values()].includes(renamedFrom)
    if (existing.has(renamedFrom) && isFree && isFirst) taken.set(name, renamedFrom)
  }
  const moved = new Set(taken.values())
  return new Map(
    declared.map(({ name }) => [name, taken.get(name) ?? (existing.has(name) && !moved.has(name) ? name : null)]),
  )
}
