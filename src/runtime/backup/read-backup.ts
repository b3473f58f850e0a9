import * as z from 'zod'
import {
  BACKUP_FORMAT,
  type BackupFooter,
  type BackupHeader,
  createChecksums,
  FOOTER_LINE,
  HEADER_LINE,
  ROWS_LINE,
} from './dump.ts'

/** Thrown for a backup that cannot be read, or does not fit this database. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** A backup to be read once, piece by piece, and its name in messages. */
export interface BackupText {
  /** Name for messages: the path of a file, or a key. */
  readonly name: string
  /** The text in pieces of any length. It can be read only once. */
  readonly text: AsyncIterable<string>
}

/** Rows of one table, as SQL tuples separated by a comma and a line break. */
export interface RowsBlock {
  readonly kind: 'rows'
  readonly table: string
  readonly rows: number
  readonly tuples: string
}

type Part =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | RowsBlock
  | { readonly kind: 'footer'; readonly footer: BackupFooter }

const header = z.object({
  format: z.int(),
  project: z.string(),
  environment: z.string(),
  createdAt: z.string(),
  shape: z.object({
    tables: z.array(
      z.object({
        name: z.string(),
        sql: z.string(),
        columns: z.array(z.string()),
        keys: z.array(z.string()),
        references: z.array(z.string()),
      }),
    ),
    virtual: z.array(z.object({ name: z.string(), sql: z.string() })),
    filling: z.array(z.object({ trigger: z.string(), all: z.string() })),
    indexes: z.array(z.string()),
    later: z.array(z.string()),
    hasSequence: z.boolean(),
  }),
  rows: z.record(z.string(), z.int()),
  sequence: z.array(z.object({ name: z.string(), seq: z.int() })),
})
const rowsLine = z.object({ table: z.string(), rows: z.int(), length: z.int() })
const footer = z.object({ checksums: z.record(z.string(), z.string()) })

/**
 * Reads a whole backup and verifies that it is complete and unchanged.
 * @param onRows called with each block, in order
 * @throws BackupError if the text is not a backup, is incomplete or was changed
 */
export async function readBackup(
  { name, text }: BackupText,
  onHeader: (header: BackupHeader) => void | Promise<void>,
  onRows: (block: RowsBlock) => void | Promise<void>,
): Promise<BackupHeader> {
  const checksums = createChecksums()
  const counts = new Map<string, number>()
  let found: BackupHeader | null = null
  for await (const part of partsOf(name, text)) {
    if (part.kind === 'header') {
      found = part.header
      await onHeader(part.header)
    } else if (part.kind === 'rows') {
      checksums.add(part.table, part.tuples)
      counts.set(part.table, (counts.get(part.table) ?? 0) + part.rows)
      await onRows(part)
    } else if (found) {
      requireSame(found, counts, part.footer.checksums, checksums.all())
      return found
    }
  }
  throw damaged(name, 'it ends too early')
}

/**
 * Reads only the first line of a backup.
 * @throws BackupError if the text is not a backup
 */
export async function readHeader({ name, text }: BackupText): Promise<BackupHeader> {
  for await (const part of partsOf(name, text)) if (part.kind === 'header') return part.header
  throw damaged(name, 'it ends too early')
}

function requireSame(
  { rows }: BackupHeader,
  counts: ReadonlyMap<string, number>,
  expected: BackupFooter['checksums'],
  actual: BackupFooter['checksums'],
): void {
  for (const [table, count] of Object.entries(rows)) {
    if ((counts.get(table) ?? 0) !== count) throw damaged(table, `it has ${counts.get(table) ?? 0} of ${count} rows`)
    if (expected[table] !== actual[table]) throw damaged(table, 'its checksum does not match')
  }
}

function damaged(what: string, why: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}: ${why}.`)
}

async function* partsOf(name: string, pieces: AsyncIterable<string>): AsyncGenerator<Part> {
  const text = createReader(name, pieces)
  const first = await text.line()
  if (!first?.startsWith(HEADER_LINE)) throw new BackupError(`${name} is not a backup made by \`cms backup\`.`)
  const about = parse(header, first.slice(HEADER_LINE.length), name)
  if (about.format !== BACKUP_FORMAT) {
    throw new BackupError(`${name} is a backup of format ${about.format}; this version reads ${BACKUP_FORMAT}.`)
  }
  yield { kind: 'header', header: { ...about, format: BACKUP_FORMAT } }
  for (let line = await text.line(); line !== null; line = await text.line()) {
    if (line.startsWith(FOOTER_LINE)) {
      yield { kind: 'footer', footer: parse(footer, line.slice(FOOTER_LINE.length), name) }
    } else if (line.startsWith(ROWS_LINE)) {
      const { table, rows, length } = parse(rowsLine, line.slice(ROWS_LINE.length), name)
      await text.line()
      const tuples = await text.take(length)
      if (tuples === null) throw damaged(name, 'it ends too early')
      yield { kind: 'rows', table, rows, tuples }
    }
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string, name: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw damaged(name, 'a line of metadata cannot be read')
  }
}

/** Creates a reader of text that comes in pieces. It reads by line, or by number of characters. */
function createReader(name: string, pieces: AsyncIterable<string>) {
  const chunks = pieces[Symbol.asyncIterator]()
  let text = ''
  let at = 0
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((error: Error) => {
      throw damaged(name, error.message)
    })
    if (done) return false
    text = text.slice(at) + value
    at = 0
    return true
  }
  return {
    /** Reads the next line, without its line break; `null` at the end. */
    async line(): Promise<string | null> {
      for (let end = text.indexOf('\n', at); ; end = text.indexOf('\n', at)) {
        if (end !== -1) {
          const line = text.slice(at, end)
          at = end + 1
          return line
        }
        if (!(await more())) return null
      }
    },
    /** Reads the next characters; `null` if there are not enough. */
    async take(count: number): Promise<string | null> {
      while (text.length - at < count) if (!(await more())) return null
      at += count
      return text.slice(at - count, at)
    },
  }
}
