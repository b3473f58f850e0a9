import type { KindMapping, State } from '../mapping.ts'
import { stateOfWord } from '../read-status.ts'
import { singular } from './guess-collection.ts'
import type { SurveyedKind, SurveyedValue } from './survey.ts'

type Guess = Pick<KindMapping, 'created' | 'updated' | 'published' | 'status'>

const NAMES = {
  createdAt: ['createdat', 'created', 'datecreated', 'createdon', 'createddate', 'date', 'pubdate'],
  updatedAt: ['updatedat', 'updated', 'modified', 'modifiedat', 'lastmod', 'dateupdated', 'updatedon'],
  publishedAt: ['publishedat', 'publishdate', 'publishedon', 'publicationdate', 'datepublished', 'pubdate', 'date'],
} as const

/** The values that hold times and status of a kind's records: what the source says, then what the names say. */
export function guessStanding(kind: SurveyedKind, hasDrafts: boolean): Guess {
  const named = (what: keyof typeof NAMES) => {
    const said = kind.system[what]
    if (said !== undefined)
      return kind.values.some(({ name, filled }) => name === said && filled > 0) ? said : undefined
    const found = NAMES[what].flatMap((name) =>
      kind.values.filter((value) => isTime(value) && letters(value.name) === name),
    )
    return found[0]?.name
  }
  const [created, updated, published] = [named('createdAt'), named('updatedAt'), named('publishedAt')]
  const status = guessStatus(kind, hasDrafts)
  return {
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(published !== undefined && hasDrafts && { published }),
    ...(status && { status }),
  }
}

function guessStatus(kind: SurveyedKind, hasDrafts: boolean): KindMapping['status'] {
  const from = kind.system.status ?? kind.values.find((value) => value.words && isStatus(value))?.name
  const value = kind.values.find(({ name }) => name === from)
  if (value === undefined || value.filled === 0) return hasDrafts ? { default: 'published' } : undefined
  const isDraft = singular(value.name) === 'draft'
  const states = [...(value.words?.keys() ?? [])].map((word): [string, State] => {
    const yes = /^(?:true|yes|1)$/i.test(word)
    if (yes || /^(?:false|no|0)$/i.test(word)) return [word, yes === isDraft ? 'draft' : 'published']
    return [word, stateOfWord(word) ?? 'draft']
  })
  return { from: value.name, values: Object.fromEntries(states), default: isDraft ? 'published' : 'draft' }
}

function isStatus({ name, look, words }: SurveyedValue): boolean {
  const isFlag = look === 'boolean' && /^(?:is)?_?(?:draft|published)$/i.test(name)
  const isWord =
    /^_?(?:status|state)$/i.test(name) && [...(words?.keys() ?? [])].some((word) => stateOfWord(word) !== undefined)
  return isFlag || isWord
}

function isTime({ look, meaning }: SurveyedValue): boolean {
  return meaning?.is === 'time' || look === 'time'
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
