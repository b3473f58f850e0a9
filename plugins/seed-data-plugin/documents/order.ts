import type { ManifestCollection, ManifestField } from 'lintel/kit'

/**
 * Returns the collections in groups, in the order in which they are filled: those that others refer to come first.
 * Collections that need each other form one group, whose first documents are created together; every other collection
 * is a group of its own.
 */
export function fillingOrder(collections: readonly ManifestCollection[]): readonly (readonly string[])[] {
  const remaining = new Map([...collections].sort(byName).map((collection) => [collection.name, collection]))
  const groups: string[][] = []
  while (remaining.size > 0) {
    const group = next(remaining)
    groups.push(group)
    for (const name of group) remaining.delete(name)
  }
  return groups
}

/** Tells whether a document cannot be saved without a target of this field. */
export function needsTarget({ required, options, storage }: ManifestField): boolean {
  return required || (storage === 'join' && (options.min ?? 0) > 0)
}

type Remaining = ReadonlyMap<string, ManifestCollection>

function next(remaining: Remaining): string[] {
  const names = [...remaining.keys()]
  const free = (isCounted: (field: ManifestField) => boolean) =>
    names.find((name) => targetsOf(remaining, name, isCounted).every((target) => target === name))
  const chosen = free(() => true) ?? free(needsTarget)
  if (chosen !== undefined) return [chosen]
  // Every remaining collection needs another remaining one, so at least one group of collections needs only its own
  // members.
  const reached = names.map((name) => [...reach(remaining, name)])
  return reached.sort((a, b) => a.length - b.length)[0] ?? names
}

function targetsOf(remaining: Remaining, name: string, isCounted: (field: ManifestField) => boolean): string[] {
  const fields = remaining.get(name)?.fields ?? []
  return fields.flatMap((field) =>
    field.target !== null && remaining.has(field.target) && isCounted(field) ? [field.target] : [],
  )
}

function reach(remaining: Remaining, from: string): Set<string> {
  const reached = new Set([from])
  for (const name of reached) for (const target of targetsOf(remaining, name, needsTarget)) reached.add(target)
  return reached
}

function byName(a: ManifestCollection, b: ManifestCollection): number {
  return a.name < b.name ? -1 : 1
}
