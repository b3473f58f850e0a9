import type { CollectionPlan } from 'lintel/importing'
import { readFlag } from '../../sources/read-flag.ts'
import type { KindMapping, State } from '../mapping.ts'
import { stateOfWord } from '../read-status.ts'
import { isUnixTime } from './guess-fields.ts'
import type { SurveyedKind, SurveyedValue } from './survey.ts'

type Guess = Pick<KindMapping, 'created' | 'updated' | 'published' | 'status'>

const NAMES = {
  createdAt: ['createdat', 'created', 'datecreated', 'createdon', 'createddate', 'date', 'pubdate'],
  updatedAt: ['updatedat', 'updated', 'modified', 'modifiedat', 'lastmod', 'dateupdated', 'updatedon'],
  publishedAt: ['publishedat', 'publishdate', 'publishedon', 'publicationdate', 'datepublished', 'pubdate', 'date'],
} as const

/**
 * Guesses which values contain the times and the status of a kind's records: first from the source, then from the
 * names. A value with a field of its own in the collection is imported into that field instead.
 */
export function guessPublication(kind: SurveyedKind, { collection, byName }: CollectionPlan): Guess {
  const named = (what: keyof typeof NAMES) => {
    const names = kind.system[what]
    if (names !== undefined) {
      const filled = [names]
        .flat()
        .filter((name) => kind.values.some((value) => value.name === name && value.filled > 0))
      return filled.length > 1 ? filled : filled[0]
    }
    const found = NAMES[what].flatMap((name) =>
      kind.values.filter((value) => isTime(value) && letters(value.name) === name && !byName.has(value.name)),
    )
    return found[0]?.name
  }
  const [created, updated, published] = [named('createdAt'), named('updatedAt'), named('publishedAt')]
  const status = guessStatus(kind, collection.drafts)
  // If the source declares publication times, a record that is published in the future is left out, even if the
  // collection has no drafts.
  const needsPublished = collection.drafts || kind.system.publishedAt !== undefined
  return {
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(published !== undefined && needsPublished && { published }),
    ...(status && { status }),
  }
}

function guessStatus(kind: SurveyedKind, hasDrafts: boolean): KindMapping['status'] {
  const from = kind.system.status ?? kind.values.find(isStatus)?.name
  const value = kind.values.find(({ name }) => name === from)
  if (value === undefined || value.filled === 0) {
    // A source only says that all records are public if it has no other status.
    return hasDrafts ? { default: kind.isPublic ? 'published' : 'draft' } : undefined
  }
  const isFlag = FLAG.test(value.name)
  const holdsBack = HOLDS_BACK.test(value.name)
  // A word without a known meaning is left out here: its records become drafts, and each import reports it.
  const states = [...(value.words?.keys() ?? [])].flatMap((word): [string, State][] => {
    const flag = isFlag ? readFlag(word) : undefined
    const state = flag === undefined ? stateOfWord(word) : flag === holdsBack ? 'draft' : 'published'
    return state === undefined ? [] : [[word, state]]
  })
  return { from: value.name, values: Object.fromEntries(states), default: isFlag && holdsBack ? 'published' : 'draft' }
}

/**
 * Pattern of the names of yes/no values that say whether a record is public. In names that match `HOLDS_BACK`, a yes
 * means that the record is not public.
 */
const FLAG = /^(?:is)?_?(?:draft|private|published|public)$/i
const HOLDS_BACK = /^(?:is)?_?(?:draft|private)$/i

function isStatus({ name, look, words }: SurveyedValue): boolean {
  if (words === null) return false
  // Some values may be neither yes nor no: the others still have a meaning.
  if (FLAG.test(name)) return look !== 'time' && [...words.keys()].some((word) => readFlag(word) !== undefined)
  return (
    /^_?(?:status|state|visibility)$/i.test(name) && [...words.keys()].some((word) => stateOfWord(word) !== undefined)
  )
}

function isTime({ look, meaning, sample }: SurveyedValue): boolean {
  return meaning?.is === 'time' || look === 'time' || (look === 'number' && isUnixTime(sample))
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
