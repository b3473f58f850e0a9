import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { Failure } from 'lintel/importing'
import type { SourceOptions } from '../source.ts'
import type { ProblemCollector } from '../source-problems.ts'
import type { KindFile } from '../text/files.ts'
import { countLines, LONGEST_RECORD, readBeginning, readText } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'
import { checkColumns, MOST_COLUMNS, tooWide } from './columns.ts'

/** Row of a table; for the header, which comes first, `cells` is `null`. */
export interface Row {
  readonly columns: readonly string[]
  readonly cells: readonly string[] | null
  readonly line: number
}

/**
 * Reads the rows of a table, the header first. Adds to `problems` the rows that do not fit the header, and the error
 * that ends the reading early, if there is one.
 * @throws Failure for invalid options
 */
export async function* readRows(
  file: KindFile,
  options: SourceOptions,
  problems: ProblemCollector,
): AsyncGenerator<Row> {
  delimiterOf(options)
  try {
    for await (const row of rowsOf(file, options)) {
      if (row instanceof Failure) problems.add(row, file.name)
      else yield row
    }
  } catch (error) {
    problems.add(error, file.name, true)
  }
}

async function* rowsOf(file: KindFile, options: SourceOptions): AsyncGenerator<Row | Failure> {
  const { name, path } = file
  const { encoding } = options
  const beginning = await readBeginning(path, encoding)
  const delimiter = delimiterOf(options) ?? findDelimiter(beginning)
  // A file that is not a table may have very wide rows, which take long to parse, so it is refused first.
  if ((countDelimiters(beginning).get(delimiter) ?? 0) > MOST_COLUMNS) throw tooWide(name)
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
  })
  const text = readText(path, { name, ...(encoding === undefined ? {} : { encoding }) })
  pipeline(withLineFeeds(text), parser, () => {}) // errors are thrown where the rows are read
  let columns: readonly string[] | null = null
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = Math.max(1, info.lines - record.reduce((lines, cell) => lines + countLines(cell), 0))
      if (columns === null) {
        columns = checkColumns(record, name, line)
        yield { columns, cells: null, line }
        continue
      }
      const cells = fitting(record, columns, name, line)
      yield cells instanceof Failure ? cells : { columns, cells, line }
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, name) : error
  } finally {
    parser.destroy()
  }
  if (columns === null)
    throw sourceFailure(name, null, 'The file is empty; a row with the names of the columns is expected.')
}

/** Converts all line breaks to line feeds, so that lines are counted alike for files from every operating system. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const whole = rest + text
    rest = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - rest.length).replace(/\r\n?/g, '\n')
  }
  if (rest !== '') yield '\n'
}

function fitting(
  cells: readonly string[],
  columns: readonly string[],
  name: string,
  line: number,
): readonly string[] | Failure {
  const superfluous = cells.slice(columns.length).some((cell) => cell !== '')
  if (cells.length >= columns.length && !superfluous) return cells
  const message = `The row has ${cells.length} values, but the header has ${columns.length} columns.`
  return sourceFailure(name, line, message, 'Put a value that contains the delimiter or a line break in double quotes.')
}

const MESSAGES: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: 'A double quote opens a value on this line or above, but nothing closes it.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the double quote that closes a value. Write a double quote inside a value twice.',
  INVALID_OPENING_QUOTE:
    'A value that does not begin with a double quote contains one. Quote the whole value, and write the inner quote twice.',
  CSV_MAX_RECORD_SIZE: 'The row is longer than 16 MB.',
}

function explained(error: CsvError, name: string): Failure {
  const line = typeof error.lines === 'number' ? error.lines : null
  return sourceFailure(name, line, MESSAGES[error.code] ?? error.message)
}

const NAMED: { readonly [name: string]: string } = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
const FOUND = Object.values(NAMED)

function delimiterOf({ delimiter }: SourceOptions): string | null {
  if (delimiter === undefined) return null
  const meant = (Object.hasOwn(NAMED, delimiter) && NAMED[delimiter]) || (delimiter === '\\t' ? '\t' : delimiter)
  if (meant.length === 1 && !/["\r\n]/.test(meant)) return meant
  throw new Failure(`The delimiter ${JSON.stringify(delimiter)} is not a single character.`, {
    hint: 'Delimiters are comma, semicolon, tab, pipe, or any other character.',
  })
}

/** Returns the delimiter that occurs most often in the first row. */
function findDelimiter(beginning: string): string {
  const [most] = [...countDelimiters(beginning)].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? ','
}

/** Counts each delimiter in the first row, outside quotes. */
function countDelimiters(beginning: string): ReadonlyMap<string, number> {
  const counts = new Map(FOUND.map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const character of beginning.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (character === '\n' && !quoted) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}
