import type { Opening } from '../../config/plugin-operations.ts'
import { isPlainObject } from '../plain-object.ts'
import { isSame } from './compare-facts.ts'

/** Tells whether a new value of a setting gives somebody more access than the old one. */
export function isOpened(opening: Opening, before: unknown, after: unknown): boolean {
  return !isSame(before, after) && OPENED[opening](before, after)
}

const OPENED: Readonly<Record<Opening, (before: unknown, after: unknown) => boolean>> = {
  true: (_, after) => after === true,
  false: (_, after) => after === false,
  more: (before, after) => isMore(before, after),
  less: (before, after) => isMore(after, before),
  other: (_, after) => entriesOf(after).length > 0,
}

/**
 * Tells whether the new value is more than the old one: a larger number, a list or map with an additional entry,
 * or any other value that differs.
 */
function isMore(before: unknown, after: unknown): boolean {
  if (typeof before === 'number' || typeof after === 'number') return Number(after) > Number(before)
  const had = new Set(entriesOf(before))
  return entriesOf(after).some((entry) => !had.has(entry))
}

function entriesOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(entry))
  if (isPlainObject(value)) return Object.entries(value).map((entry) => JSON.stringify(entry))
  return [JSON.stringify(value)]
}
