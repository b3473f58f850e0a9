import { isVariant, partsOfVariant, variantName } from '../../../ground/variants.ts'

/** A declaration and its former name. */
export interface Named {
  readonly name: string
  readonly renamedFrom?: string | undefined
}

/**
 * Matches each declared name with the existing name that it continues: itself, its former name, or none (it is new).
 * Chains (`a` → `b` while `b` → `c`) and swaps count as one move. A `renamedFrom` that stays in the config after its
 * migration has no effect, unless the name that it took is itself renamed in turn.
 * @param existing names after the last migration
 * @param dropped names that are dropped, so that others may take them
 * @param isDone tells whether an earlier migration made this rename, which distinguishes a swap that stays declared
 */
export function matchNames(
  declared: readonly Named[],
  existing: ReadonlySet<string>,
  dropped: readonly string[],
  isDone: (from: string, to: string) => boolean,
): Map<string, string | null> {
  const fields = declared.filter(({ name }) => !isVariant(name))
  const names = matchFields(fields, existing, dropped, isDone)
  const followed = followFields(declared, names, existing)
  return new Map(declared.map(({ name }) => [name, (isVariant(name) ? followed : names).get(name) ?? null]))
}

/** Matches a field's values in other locales with those of the field that it continues. */
function followFields(
  declared: readonly Named[],
  names: ReadonlyMap<string, string | null>,
  existing: ReadonlySet<string>,
): Map<string, string> {
  const taken = new Map<string, string>()
  for (const { name, renamedFrom = name } of declared.filter((item) => isVariant(item.name))) {
    const { field, locale } = partsOfVariant(name)
    const former = names.get(field) ?? null
    if (former === null) continue
    const candidates = [locale, partsOfVariant(renamedFrom).locale].map((name) => variantName(former, name))
    const from = candidates.find((candidate) => existing.has(candidate) && ![...taken.values()].includes(candidate))
    if (from !== undefined) taken.set(name, from)
  }
  return taken
}

/** Matches names as `matchNames` does, without locales. */
export function matchFields(
  declared: readonly Named[],
  existing: ReadonlySet<string>,
  dropped: readonly string[],
  isDone: (from: string, to: string) => boolean,
): Map<string, string | null> {
  const renamed = declared.filter(({ name, renamedFrom }) => renamedFrom !== undefined && renamedFrom !== name)
  const freed = new Set([...renamed.map((item) => item.renamedFrom ?? ''), ...dropped])
  const taken = new Map<string, string>()
  for (const item of renamed) {
    const { name, renamedFrom = '' } = item
    const isFree = !existing.has(name) || (freed.has(name) && isMeant(item, renamed, isDone))
    const isFirst = ![...taken.values()].includes(renamedFrom)
    if (existing.has(renamedFrom) && isFree && isFirst) taken.set(name, renamedFrom)
  }
  const moved = new Set(taken.values())
  return new Map(
    declared.map(({ name }) => [name, taken.get(name) ?? (existing.has(name) && !moved.has(name) ? name : null)]),
  )
}

/**
 * Tells whether a rename that an earlier migration made is meant again. That is so if the field that now has the former
 * name is renamed for the first time.
 */
function isMeant(
  { name, renamedFrom = '' }: Named,
  renamed: readonly Named[],
  isDone: (from: string, to: string) => boolean,
  followed: readonly string[] = [],
): boolean {
  if (!isDone(renamedFrom, name)) return true
  const next = renamed.find((other) => other.renamedFrom === name)
  if (!next || followed.includes(next.name)) return false
  return isMeant(next, renamed, isDone, [...followed, next.name])
}
