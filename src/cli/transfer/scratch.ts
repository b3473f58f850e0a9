import { sqlText } from '../../ground/sql-text.ts'
import { openScratchDatabase } from '../scratch-database.ts'
import { referencesOf, uniqueValuesOf } from './entry-values.ts'
import type { Entry, LineProblem } from './read-line.ts'

/** Notes about the lines of an import. They are on disk, so that memory use stays constant. */
export interface Scratch {
  /** Records a document. Returns the contradictions with earlier lines. */
  note(entry: Entry): LineProblem[]
  /** Lists the ids that lines refer to but that no line has, with their table and the place that refers to them. */
  outside(): Iterable<{ readonly target: string; readonly id: string; readonly line: number; readonly path: string }>
  /** Tells whether a document is on a line after `line`. */
  comesAfter(target: string, id: string, line: number): boolean
  /** Keeps references that are written after everything else: the id for a column, or a list of ids as JSON. */
  postpone(collection: string, field: string, id: string, value: string): void
  /** Lists the postponed references, ordered by collection and field. */
  postponed(): Iterable<Postponed>
  dispose(): void
}

export interface Postponed {
  readonly collection: string
  readonly field: string
  readonly id: string
  readonly value: string
}

const TABLES = `
  CREATE TABLE ids (collection TEXT, id TEXT, line INTEGER, PRIMARY KEY (id)) WITHOUT ROWID;
  CREATE TABLE uniques (field TEXT, value TEXT, line INTEGER, PRIMARY KEY (field, value)) WITHOUT ROWID;
  CREATE TABLE refs (target TEXT, id TEXT, line INTEGER, path TEXT);
  CREATE TABLE late (collection TEXT, field TEXT, id TEXT, value TEXT);
`

export function createScratch(): Scratch {
  const { db, dispose } = openScratchDatabase(TABLES)
  const findId = db.prepare('SELECT collection, line FROM ids WHERE id = ?')
  const addId = db.prepare('INSERT INTO ids VALUES (?, ?, ?)')
  const findValue = db.prepare('SELECT line FROM uniques WHERE field = ? AND value = ?')
  const addValue = db.prepare('INSERT INTO uniques VALUES (?, ?, ?)')
  const addReference = db.prepare('INSERT INTO refs VALUES (?, ?, ?, ?)')
  const addLate = db.prepare('INSERT INTO late VALUES (?, ?, ?, ?)')
  const late = db.prepare('SELECT collection, field, id, value FROM late ORDER BY collection, field')
  const outside = db.prepare(
    sqlText`
      SELECT target, id, line, path
      FROM refs
      WHERE NOT EXISTS (SELECT 1 FROM ids WHERE ids.id = refs.id AND ids.collection = refs.target)
      ORDER BY target, line
    `,
  )
  return {
    note(entry) {
      const { plan, row, line } = entry
      const { name } = plan.collection
      const known = findId.get(row.id)
      if (known) return [{ line, path: 'id', message: `Line ${known.line} has a document with this id too.` }]
      addId.run(name, row.id, line)
      for (const { target, id, path } of referencesOf(entry)) addReference.run(target, id, line, path)
      return uniqueValuesOf(entry).flatMap(({ field, value }): LineProblem[] => {
        const key = [`${name}.${field.name}`, JSON.stringify(value)] as const
        const holder = findValue.get(...key)
        if (holder) return [{ line, path: field.name, message: `Line ${holder.line} has this value too.` }]
        addValue.run(...key, line)
        return []
      })
    },
    outside: () => outside.iterate() as ReturnType<Scratch['outside']>, // the selected columns
    comesAfter(target, id, line) {
      const known = findId.get(id)
      return known?.collection === target && Number(known.line) > line
    },
    postpone: (collection, field, id, value) => void addLate.run(collection, field, id, value),
    postponed: () => late.iterate() as ReturnType<Scratch['postponed']>, // the selected columns
    dispose,
  }
}
