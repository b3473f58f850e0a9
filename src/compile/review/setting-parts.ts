import { isPlainObject } from '../plain-object.ts'
import { isSame, namesIn } from './compare-facts.ts'

type Values = readonly [before: unknown, after: unknown]

/** A changed part of a setting. */
export interface SettingPart {
  /** Path from the setting to the part: `['acme', 'roles', 'map', 'writers']`. */
  readonly path: readonly string[]
  readonly values: Values
  /**
   * Values that decide whether somebody gains access: the whole entry, because one that loses a condition admits more
   * people.
   */
  readonly judged: Values
}

/**
 * Returns the changed parts of a setting. The parts of a list with named entries are the added and removed entries, and
 * the changed properties of the others; any other setting is a single part.
 */
export function settingParts(values: Values): readonly SettingPart[] {
  const [before, after] = values.map(namedEntries)
  if (!before || !after) return [{ path: [], values, judged: values }]
  return namesIn(before, after).flatMap((name): readonly SettingPart[] => {
    const [then, now] = [before[name], after[name]]
    if (isSame(then, now)) return []
    const judged: Values = [listOf(then), listOf(now)]
    if (then === undefined || now === undefined) return [{ path: [name], values: [then, now], judged }]
    return leaves(then, now).map(({ path, ...leaf }) => ({ path: [name, ...path], ...leaf, judged }))
  })
}

function namedEntries(list: unknown): Readonly<Record<string, unknown>> | null {
  if (list === undefined || list === null) return {}
  if (!Array.isArray(list)) return null
  const named = list.flatMap((entry) =>
    isPlainObject(entry) && typeof entry.name === 'string' ? [[entry.name, entry] as const] : [],
  )
  const entries = Object.fromEntries(named)
  return Object.keys(entries).length === list.length ? entries : null
}

function listOf(entry: unknown): readonly unknown[] {
  return entry === undefined ? [] : [entry]
}

function leaves(then: unknown, now: unknown): readonly Pick<SettingPart, 'path' | 'values'>[] {
  if (isSame(then, now)) return []
  if (!isPlainObject(then) || !isPlainObject(now)) return [{ path: [], values: [then, now] }]
  return namesIn(then, now).flatMap((name) =>
    leaves(then[name], now[name]).map(({ path, values }) => ({ path: [name, ...path], values })),
  )
}
