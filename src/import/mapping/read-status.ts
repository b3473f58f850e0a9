import type { Json } from 'lintel/importing'
import { readTime } from '../sources/read-time.ts'
import type { SourceRecord, ValueNames } from '../sources/source.ts'
import { timeProblem } from './convert-value.ts'
import { type KindMapping, STATES, type State } from './mapping.ts'
import { isNothing, valueAt } from './value-at.ts'

/** Times and status of a document. */
export interface PublicationStatus {
  readonly state: State
  /** Time of creation, in milliseconds since the epoch, like all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
  /** Times in the record that cannot be read. */
  readonly problems: readonly { readonly from: string; readonly message: string }[]
  /** Word that is not a known status. The document becomes a draft or is left out, as the mapping says. */
  readonly unknownStatus: string | null
}

/** Default meanings of words for a status, if the mapping does not give any. */
const WORDS: { readonly [word: string]: State } = {
  publish: 'published',
  public: 'published',
  live: 'published',
  future: 'scheduled',
  pending: 'draft',
  private: 'draft',
  unpublished: 'draft',
  expired: 'draft',
  'auto-draft': 'skip',
  trash: 'skip',
}

export interface StatusContext {
  readonly hasDrafts: boolean
  /** Time of creation for a record that has none, in milliseconds since the epoch. */
  readonly fallback: number
  readonly now: number
}

/** Reads the status and the times of a record. A record whose publication is in the future is scheduled. */
export function readPublicationStatus(
  { values }: SourceRecord,
  mapping: KindMapping,
  { hasDrafts, fallback, now }: StatusContext,
): PublicationStatus {
  const problems: { from: string; message: string }[] = []
  const at = (names: ValueNames = []): number | null => {
    const name = [names].flat().find((name) => !isNothing(valueAt(values, name)))
    const value = name === undefined ? undefined : valueAt(values, name)
    const found = readTime(value)
    if (found === null || typeof found === 'number') return found
    if (!problems.some(({ from }) => from === name))
      problems.push({ from: name ?? '', message: timeProblem(value ?? null, found.problem) })
    return null
  }
  const [created, updated, published] = [at(mapping.created), at(mapping.updated), at(mapping.published)]
  const createdAt = created ?? published ?? updated ?? fallback
  const { state, unknownStatus } = stateOf(values, mapping, hasDrafts)
  const publication = published ?? created
  const isDue = publication === null || publication <= now
  return {
    state: state === 'published' && !isDue ? 'scheduled' : state,
    createdAt,
    updatedAt: Math.max(updated ?? createdAt, createdAt),
    publishedAt: state === 'published' && !isDue ? publication : published,
    problems,
    unknownStatus,
  }
}

/** Returns the state that a word usually means; `undefined` for an unknown word. */
export function stateOfWord(word: string): State | undefined {
  const known = word.trim().toLowerCase()
  return STATES.find((state) => state === known) ?? (Object.hasOwn(WORDS, known) ? WORDS[known] : undefined)
}

function stateOf(
  values: SourceRecord['values'],
  { status }: KindMapping,
  hasDrafts: boolean,
): Pick<PublicationStatus, 'state' | 'unknownStatus'> {
  const fallback = status?.default ?? (status === undefined && !hasDrafts ? 'published' : 'draft')
  const value: Json | undefined = status?.from === undefined ? undefined : valueAt(values, status.from)
  if (value === undefined || value === null || value === '') return { state: fallback, unknownStatus: null }
  const word = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const mappedState = status?.values && Object.hasOwn(status.values, word) ? status.values[word] : undefined
  const state = mappedState ?? stateOfWord(word)
  if (state !== undefined) return { state, unknownStatus: null }
  // An unknown word may mean that the record is not public.
  return { state: fallback === 'skip' ? 'skip' : 'draft', unknownStatus: word }
}
