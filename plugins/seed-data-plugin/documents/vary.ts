import type { Json } from 'lintel'
import type { ManifestField } from 'lintel/kit'
import type { Pools } from '../pools.ts'
import { createRandom } from '../random.ts'
import type { Making } from '../values/making.ts'
import { believable } from '../values/value.ts'
import { valuesOf } from './share-out.ts'

/** Number of attempts to find an unused value for a field whose number of values is not limited. */
const TRIES = 6
/** Maximum number of attempts for a field with a limited number of values, which are tried in turn. */
const TURNS = 300

const DAY = 86_400_000

export interface Variation {
  readonly making: Making
  readonly pools: Pools
  readonly seed: number
  /** The value that another document already has. */
  readonly value: Json
  /** Number of the attempt, from 1. */
  readonly attempt: number
}

/** Returns the maximum number of attempts with `varied`. */
export function triesFor({ kind, options, target }: ManifestField, pools: Pools): number {
  if (target !== null) return Math.min(TURNS, pools.size(target))
  const values = valuesOf(kind, options)
  return values === null ? TRIES : Math.min(TURNS, values.length)
}

/** Returns another value for a field whose value another document already has; `null` if there is none. */
export function varied(field: ManifestField, variation: Variation): Json {
  const { kind, options, target } = field
  const { making, pools, attempt, seed, value } = variation
  const turn = making.index + attempt - 1
  if (target !== null) return pools.at(target, turn)
  const values = valuesOf(kind, options)
  if (values !== null) return values[turn % Math.max(1, values.length)] ?? null
  const random = createRandom([seed, making.owner, making.index, field.name, 'again', attempt])
  const isText = ['string', 'slug', 'text'].includes(kind) && options.pattern === undefined
  if (isText && typeof value === 'string') {
    const ending = attempt === 1 ? String(making.index + 1) : Math.floor(random.next() * 36 ** 8).toString(36)
    return withEnding(value, ending, options.max ?? 200)
  }
  if (kind === 'number') return counted(options, making.index, attempt)
  if (kind === 'date') return new Date(Date.UTC(1950, 0, 1) + turn * DAY).toISOString().slice(0, 10)
  return believable(field, { ...making, random })
}

/** Adds an ending to a value; in an email address, before the `@`. */
function withEnding(value: string, ending: string, max: number): string {
  const at = value.indexOf('@')
  if (at > 0) return `${value.slice(0, at)}.${ending}${value.slice(at)}`.slice(-max)
  const joint = /^[a-z0-9-]+$|:\/\//.test(value) ? '-' : ' '
  return `${value.slice(0, Math.max(0, max - ending.length - 1)).replace(/[\s-]+$/, '')}${joint}${ending}`.slice(-max)
}

/**
 * Distance between the numbers that two attempts produce: far larger than the number of documents, so that they do not
 * collide.
 */
const STRIDE = 100_003

function counted(
  { integer, min = 0, max = Number.MAX_SAFE_INTEGER }: { integer?: boolean; min?: number; max?: number },
  index: number,
  attempt: number,
): number {
  const turn = index + (attempt - 1) * STRIDE
  const value = integer ? Math.ceil(min) + turn : min + turn / 100
  return value <= max ? value : min + (turn % 10_000) * ((max - min) / 10_000)
}
