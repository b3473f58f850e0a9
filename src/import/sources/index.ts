import { existsSync } from 'node:fs'
import { exitCodes, Failure, nearest } from 'lintel/importing'
import { csvReader } from './csv/reader.ts'
import { jsonReader } from './json/reader.ts'
import { markdownReader } from './markdown/reader.ts'
import { payloadReader } from './payload/reader.ts'
import type { Source, SourceFormat, SourceOptions, SourceReader } from './source.ts'
import { strapiReader } from './strapi/reader.ts'
import { wordpressReader } from './wordpress/reader.ts'

/** Readers, in the order in which they try to recognize an export. */
export const sourceReaders: readonly SourceReader[] = [
  wordpressReader,
  strapiReader,
  payloadReader,
  csvReader,
  markdownReader,
  jsonReader,
]

/**
 * Opens an export of another system.
 * @param format format of the export; `null` to detect it
 * @throws Failure if no reader knows the format, an option is unknown, or the export cannot be read
 */
export async function openSource(path: string, format: SourceFormat | null, options: SourceOptions): Promise<Source> {
  if (!existsSync(path)) throw new Failure(`${path} does not exist.`, { exitCode: exitCodes.usage })
  const reader = format === null ? await detect(path) : sourceReaders.find((reader) => reader.format === format)
  if (reader === undefined) throw unknownFormat(path)
  checkOptions(reader, options)
  return reader.open(path, options)
}

/** Detects the format of an export of another system; `null` for anything else. */
export async function formatOf(path: string): Promise<SourceFormat | null> {
  return existsSync(path) ? ((await detect(path))?.format ?? null) : null
}

async function detect(path: string): Promise<SourceReader | undefined> {
  for (const reader of sourceReaders) if (await reader.accepts(path)) return reader
  return undefined
}

function unknownFormat(path: string): Failure {
  const tried = sourceReaders.map(({ format, reads }) => `${format} (${reads})`).join(', ')
  const hint = `Tried ${tried}. Name the format if it is one of these, for example --format csv.`
  return new Failure(`${path} is not in a format that can be imported.`, { hint, exitCode: exitCodes.usage })
}

function checkOptions({ format, options: known }: SourceReader, options: SourceOptions): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const listed = known.length === 0 ? 'It takes none.' : `Its options are ${known.join(', ')}.`
    throw new Failure(`The format ${format} has no option ${name}.`, {
      hint: meant === undefined ? listed : `Did you mean ${meant}?`,
      exitCode: exitCodes.usage,
    })
  }
}
