import { isJsonObject, type Json } from 'lintel/importing'
import { isTimeLike, readTime } from '../../sources/read-time.ts'
import type { Source, SourceValue } from '../../sources/source.ts'
import { shown } from '../convert-value.ts'
import { isNothing } from '../value-at.ts'

/** Form that a value seems to have. It is used if the source does not say what the value is. */
export type Look = 'boolean' | 'number' | 'time' | 'html' | 'list' | 'object' | 'word' | 'line' | 'text'

/** Values that the records of a kind have under one name. */
export interface SurveyedValue {
  readonly name: string
  readonly meaning: SourceValue | undefined
  /** Form that fits all values; `time` if most of them are times. */
  readonly look: Look
  /** Sample that cannot be read as a time although most values are times; else `null`. */
  readonly unlike: string | null
  /** Number of records that have a value under this name. */
  readonly filled: number
  /** First value, shortened; empty if no record has one. */
  readonly sample: string
  /** Length of the longest text, in characters. */
  readonly longest: number
  /** Distinct values with their counts; `null` if there are too many. */
  readonly words: ReadonlyMap<string, number> | null
}

export interface SurveyedKind {
  readonly name: string
  readonly records: number
  readonly values: readonly SurveyedValue[]
  readonly system: Source['kinds'][number]['system']
  /** Tells whether the source says that all records of the kind are public. */
  readonly isPublic: boolean
}

/** Contents of an export. */
export interface Survey {
  readonly kinds: readonly SurveyedKind[]
  /** Number of files whose bytes are in the export. */
  readonly filesOnDisk: number
  /** Number of other files by the origin of their address; `null` for files without an address. */
  readonly filesElsewhere: ReadonlyMap<string | null, number>
}

/** Maximum number of different values that are remembered for a name, and of names for a kind. */
const FEW = 20
const MOST_NAMES = 2000

/** Reads a whole source, and notes what its values look like. */
export async function survey(source: Source, onProgress: (records: number) => void): Promise<Survey> {
  const counts = new Map(source.kinds.map(({ name }) => [name, 0]))
  const found = new Map(source.kinds.map(({ name }) => [name, new Map<string, Noted>()]))
  const filesElsewhere = new Map<string | null, number>()
  let records = 0
  for await (const { kind, values } of source.records()) {
    records += 1
    if (records % 100 === 0) onProgress(records)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const names = found.get(kind) ?? new Map<string, Noted>()
    found.set(kind, names)
    for (const [name, value] of Object.entries(values)) {
      if (!isNothing(value) && (names.has(name) || names.size < MOST_NAMES)) note(names, name, value)
      const origin = typeof value === 'string' && namesFile(value) && URL.canParse(value) ? new URL(value).origin : null
      if (origin?.startsWith('http')) filesElsewhere.set(origin, (filesElsewhere.get(origin) ?? 0) + 1)
    }
  }
  onProgress(records)
  return {
    kinds: [...found].map(([name, noted]) => {
      const kind = source.kinds.find((kind) => kind.name === name)
      const known = Object.keys(kind?.values ?? {}).filter((value) => !noted.has(value))
      return {
        name,
        records: counts.get(name) ?? 0,
        values: [...inOrder(noted, Object.keys(kind?.values ?? {})), ...known.map(absent)].map((value) => ({
          ...surveyed(value),
          meaning: kind?.values[value.name],
        })),
        system: kind?.system ?? {},
        isPublic: kind?.isPublic === true,
      }
    }),
    filesOnDisk: await surveyFiles(source, filesElsewhere),
    filesElsewhere,
  }
}

type Noted = Omit<SurveyedValue, 'meaning' | 'words' | 'look' | 'unlike'> & {
  words: Map<string, number> | null
  /** Number of values by their form. */
  looks: Map<Look, number>
  /** First value that cannot be read as a time. */
  noTime: string | null
}

function absent(name: string): Noted {
  return { name, looks: new Map(), noTime: null, filled: 0, sample: '', longest: 0, words: null }
}

function surveyed({ looks, noTime, ...noted }: Noted): Omit<SurveyedValue, 'meaning'> {
  const times = looks.get('time') ?? 0
  const isTime = times * 2 > noted.filled
  const look = isTime ? 'time' : [...looks.keys()].reduce<Look>(widest, [...looks.keys()][0] ?? 'word')
  return { ...noted, look, unlike: isTime ? noTime : null }
}

/** Orders names as the source wants them shown; any others follow in the order of their appearance. */
function inOrder(noted: ReadonlyMap<string, Noted>, order: readonly string[]): Noted[] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...noted.values()].sort((a, b) => rank(a.name) - rank(b.name))
}

function note(names: Map<string, Noted>, name: string, value: Json): void {
  const before = names.get(name)
  const look = lookOf(value)
  const text = typeof value === 'string' ? value : null
  const words = before ? before.words : new Map<string, number>()
  const isWord = typeof value !== 'object' && String(value).length <= 40
  const counted = words && isWord ? words.set(String(value), (words.get(String(value)) ?? 0) + 1) : null
  names.set(name, {
    name,
    looks: (before?.looks ?? new Map<Look, number>()).set(look, (before?.looks.get(look) ?? 0) + 1),
    noTime: before?.noTime ?? (typeof readTime(value) === 'number' ? null : shown(value)),
    filled: (before?.filled ?? 0) + 1,
    sample: before?.sample ?? shown(value),
    longest: Math.max(before?.longest ?? 0, text?.length ?? 0),
    words: counted && counted.size <= FEW ? counted : null,
  })
}

/** Maximum length of a line, in characters: longer than any headline. */
const LINE = 200

function lookOf(value: Json): Look {
  if (Array.isArray(value)) return value.some(isJsonObject) ? 'object' : 'list'
  if (typeof value === 'object') return 'object'
  if (typeof value !== 'string') return typeof value === 'number' ? 'number' : 'boolean'
  const text = value.trim()
  if (/^(?:true|false|yes|no)$/i.test(text)) return 'boolean'
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text)) return 'number'
  if (isTimeLike(text)) return 'time'
  if (/<(?:p|br|div|h[1-6]|ul|ol|blockquote|strong|em|a|img|figure)\b[^>]*>/i.test(text)) return 'html'
  if (text.includes('\n') || text.length > LINE) return 'text'
  return /\s/.test(text) ? 'line' : 'word'
}

const WIDTH: readonly Look[] = ['word', 'line', 'text', 'html']

function widest(a: Look, b: Look): Look {
  if (a === b) return a
  if (a === 'object' || b === 'object') return 'object'
  if (a === 'list' || b === 'list') return 'list'
  const at = (look: Look) => Math.max(0, WIDTH.indexOf(look))
  return WIDTH[Math.max(at(a), at(b))] ?? 'text'
}

async function surveyFiles(source: Source, filesElsewhere: Map<string | null, number>): Promise<number> {
  let filesOnDisk = 0
  for await (const { path, url } of source.assets()) {
    if (path !== null) {
      filesOnDisk += 1
      continue
    }
    const origin = url !== null && URL.canParse(url) && /^https?:/.test(url) ? new URL(url).origin : null
    filesElsewhere.set(origin, (filesElsewhere.get(origin) ?? 0) + 1)
  }
  return filesOnDisk
}

/** Tells whether text is the address or the name of a file, judging by the extension. */
export function namesFile(text: string): boolean {
  return /^[^\s?#]+\.(?:avif|gif|jpe?g|png|svg|webp|pdf|mp[34]|webm)(?:[?#]\S*)?$/i.test(text)
}
