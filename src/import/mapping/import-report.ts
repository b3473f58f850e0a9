import type { SourceRecord } from '../sources/source.ts'
import type { SourceProblems } from '../sources/source-problems.ts'
import { type LineOrigin, placeText } from './record-store.ts'

type RecordPlace = Pick<SourceRecord, 'kind' | 'key' | 'place'>

/** Problem with a record, or the reason why it is not imported. */
export interface RecordNote {
  /** Kind of the record. Like the key, it is `null` for a file, or a part of one, that cannot be read. */
  readonly kind: string | null
  readonly key: string | null
  /** Position of the record: `export.xml:120`. */
  readonly place: string
  /** Field of the document; `null` for the whole document. */
  readonly field: string | null
  readonly message: string
}

/** Something that is lost or changed: how often, and the first example. */
export interface LossNote {
  readonly kind: string
  readonly field: string
  readonly what: string
  readonly count: number
  readonly sample: string
  readonly place: string
}

/** Counts of a kind's records. */
export interface KindCounts {
  records: number
  created: number
  replaced: number
  unchanged: number
  /** Number of documents that are already in the database with other values. */
  skipped: number
}

/**
 * Results of an import from another system. Long lists are cut off after `KEPT` entries, but their total is counted.
 */
export interface ImportReport {
  readonly kinds: ReadonlyMap<string, KindCounts>
  readonly problems: Notes
  readonly leftOut: Notes
  readonly lost: readonly LossNote[]
  readonly count: (kind: string, what: keyof KindCounts) => void
  readonly problem: (record: RecordPlace, field: string | null, message: string) => void
  /** Notes a problem with a line that was written for a record. */
  readonly lineProblem: (origin: LineOrigin, field: string | null, message: string) => void
  /** Notes the parts of the source that cannot be read. */
  readonly unread: (problems: SourceProblems) => void
  readonly leaveOut: (record: RecordPlace, reason: string) => void
  readonly lose: (record: RecordPlace, field: string, what: string, sample: string, count: number) => void
  /** Makes further problems count as reasons for leaving records out. */
  readonly forgive: () => void
  /** Resets the numbers of documents to zero. */
  readonly restart: () => void
}

export interface Notes {
  readonly total: number
  readonly first: readonly RecordNote[]
}

/** Maximum number of notes in a list, and of different losses. */
const KEPT = 1000

export function createReport(): ImportReport {
  const kinds = new Map<string, KindCounts>()
  const problems = createNotes()
  const leftOut = createNotes()
  const lost = new Map<string, LossNote>()
  const countsOf = (kind: string): KindCounts => {
    const counts = kinds.get(kind) ?? { records: 0, created: 0, replaced: 0, unchanged: 0, skipped: 0 }
    kinds.set(kind, counts)
    return counts
  }
  return {
    kinds,
    problems,
    leftOut,
    get lost() {
      return [...lost.values()].sort((a, b) => b.count - a.count)
    },
    count: (kind, what) => {
      countsOf(kind)[what] += 1
    },
    problem: ({ kind, key, place }, field, message) =>
      problems.add({ kind, key, place: placeText(place), field, message }),
    lineProblem: (origin, field, message) =>
      problems.add({ kind: origin.kind, key: origin.key, place: placeText(origin), field, message }),
    unread({ total, first }) {
      const notes = first.map(({ file, line, message }) => ({
        kind: null,
        key: null,
        place: placeText({ file, line }),
        field: null,
        message,
      }))
      problems.take({ total, first: notes })
    },
    leaveOut({ kind, key, place }, message) {
      leftOut.add({ kind, key, place: placeText(place), field: null, message })
    },
    lose({ kind, place }, field, what, sample, count) {
      const id = JSON.stringify([kind, field, what])
      const known = lost.get(id)
      if (known) lost.set(id, { ...known, count: known.count + count })
      else if (lost.size < KEPT)
        lost.set(id, { kind, field, what, count, sample: sample.slice(0, 100), place: placeText(place) })
    },
    forgive() {
      leftOut.take(problems)
      problems.clear()
    },
    restart() {
      for (const counts of kinds.values()) Object.assign(counts, { created: 0, replaced: 0, unchanged: 0, skipped: 0 })
    },
  }
}

function createNotes() {
  const first: RecordNote[] = []
  let total = 0
  return {
    get total() {
      return total
    },
    first,
    add(note: RecordNote) {
      total += 1
      if (first.length < KEPT) first.push(note)
    },
    take(notes: Notes) {
      total += notes.total
      first.push(...notes.first.slice(0, KEPT - first.length))
    },
    clear() {
      total = 0
      first.length = 0
    },
  }
}
