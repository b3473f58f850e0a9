import type { Json } from '../../config/fields/field-type.ts'
import type { SourceRecord } from '../sources/source.ts'
import { type KindMapping, STATES, type State } from './mapping.ts'
import { readTime } from './read-time.ts'
import { valueAt } from './value-at.ts'

/** Times and status of a document. */
export interface Standing {
  readonly state: State
  /** In milliseconds since the epoch, like all of these. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
}

/** Meanings of words for a status where the mapping says nothing about them. */
const WORDS: { readonly [word: string]: State } = {
  publish: 'published',
  public: 'published',
  live: 'published',
  future: 'scheduled',
  pending: 'draft',
  private: 'draft',
  unpublished: 'draft',
  'auto-draft': 'skip',
  trash: 'skip',
}

/**
 * Reads the status and the times of a record.
 * @param fallback the time of creation of a record that has none
 */
export function readStanding(
  { values }: SourceRecord,
  mapping: KindMapping,
  hasDrafts: boolean,
  fallback: number,
): Standing {
  const at = (name: string | undefined) => (name === undefined ? null : (readTime(valueAt(values, name)) ?? null))
  const [created, updated, published] = [at(mapping.created), at(mapping.updated), at(mapping.published)]
  const createdAt = created ?? published ?? updated ?? fallback
  return {
    state: stateOf(values, mapping, hasDrafts),
    createdAt,
    updatedAt: Math.max(updated ?? createdAt, createdAt),
    publishedAt: published,
  }
}

/** Guess of the state that a word means. */
export function stateOfWord(word: string): State | undefined {
  const known = word.toLowerCase()
  return STATES.find((state) => state === known) ?? (Object.hasOwn(WORDS, known) ? WORDS[known] : undefined)
}

function stateOf(values: SourceRecord['values'], { status }: KindMapping, hasDrafts: boolean): State {
  const fallback = status?.default ?? (status === undefined && !hasDrafts ? 'published' : 'draft')
  const given: Json | undefined = status?.from === undefined ? undefined : valueAt(values, status.from)
  if (given === undefined || given === null || given === '') return fallback
  const word = String(given)
  const said = status?.values && Object.hasOwn(status.values, word) ? status.values[word] : undefined
  return said ?? stateOfWord(word) ?? fallback
}
