import type { EffectClass, EffectKind } from './verdict.ts'

const CLASSES: Readonly<Record<EffectKind, EffectClass>> = {
  adds: 'caution',
  fills: 'caution',
  overwrites: 'destructive',
  removes: 'destructive',
  discards: 'destructive',
  falsifies: 'destructive',
  reshapes: 'caution',
  grants: 'opens',
  publishes: 'opens',
  unpublishes: 'destructive',
  shows: 'opens',
  hides: 'destructive',
  reveals: 'opens',
  reconfigures: 'opens',
}

/** Returns the class of an effect. A table that the base lacks contains nothing that could be lost. */
export function classOfEffect(kind: EffectKind, isNew: boolean): EffectClass {
  return isNew && CLASSES[kind] === 'destructive' ? 'caution' : CLASSES[kind]
}

/** Describes an effect without a full stop: `overwrites posts.title`. */
export function describeEffect(
  kind: EffectKind,
  table: string,
  columns: readonly string[],
  trigger: string | null,
): string {
  const named = columns.length === 0 ? table : columns.map((column) => `${table}.${column}`).join(', ')
  const words = WORDS[kind](named)
  if (trigger === null) return words
  // The subordinate clause needs a comma at its end as well.
  return `${words}${words.includes(', which ') ? ',' : ''} through the trigger ${trigger}`
}

const WORDS: Readonly<Record<EffectKind, (named: string) => string>> = {
  adds: (named) => `adds rows to ${named}`,
  fills: (named) => `fills ${named} where it is empty`,
  overwrites: (named) => `overwrites ${named}`,
  removes: (named) => `removes rows from ${named}`,
  discards: (named) => `drops ${named} with all its rows`,
  falsifies: (named) => `writes ${named}, which only triggers should write`,
  reshapes: (named) => `changes the structure of ${named}`,
  grants: (named) => `writes ${named}, which controls who may do what, or what is sent`,
  publishes: (named) => `writes ${named}, which controls what is published`,
  unpublishes: (named) => `hides documents: it writes ${named}`,
  shows: (named) =>
    `may show visitors hidden translations: it writes ${named}, the languages in which they see a document (empty: all)`,
  hides: (named) =>
    `may hide documents from visitors: it writes ${named}, the languages in which they see a document (empty: all)`,
  reveals: (named) => `copies ${named}, which is restricted`,
  reconfigures: (named) => `changes how the database works: ${named}`,
}
