import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { fileFailure, sourceFailure } from './source-failure.ts'

/** Maximum length of a record, in characters: far more than a document may have, but still little memory. */
export const LONGEST_RECORD = 16 * 1024 * 1024

/** Options for reading a text file. */
export interface TextRead {
  /** Name in messages. Default: the name of the file. */
  readonly name?: string
  /** Encoding of a file without a byte order mark: a label of the Encoding Standard. Default: `utf-8`. */
  readonly encoding?: string
}

/**
 * Reads a text file piece by piece, without its byte order mark.
 * @throws Failure if the file cannot be read, or with the line if it is not text
 */
export async function* readText(
  path: string,
  { name = basename(path), encoding }: TextRead = {},
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let lines = 1
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      decoder ??= decoderFor(chunk, encoding, name)
      const text = decode(decoder, chunk, name, lines)
      const nul = text.indexOf('\0')
      if (nul !== -1)
        throw sourceFailure(
          name,
          lines + countLines(text.slice(0, nul)),
          'The file contains a NUL byte, so it is not text.',
        )
      lines += countLines(text)
      if (text !== '') yield text
    }
  } catch (error) {
    throw fileFailure(path, error)
  }
  if (decoder !== null) decode(decoder, undefined, name, lines)
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, name: string, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    const lenient = chunk === undefined ? '' : new TextDecoder(decoder.encoding).decode(chunk)
    const before = lenient.slice(0, Math.max(lenient.indexOf('\uFFFD'), 0))
    const label = decoder.encoding.toUpperCase()
    throw sourceFailure(name, line + countLines(before), `Not ${label}.`, 'Save the file as UTF-8 and try again.')
  }
}

function decoderFor(first: Uint8Array, encoding: string | undefined, name: string): TextDecoder {
  const [a, b, c] = first
  const marked = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  const label = marked ?? (a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : (encoding ?? 'utf-8'))
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw sourceFailure(name, null, `There is no encoding ${label}.`, 'Encodings are utf-8, utf-16le, windows-1252, …')
  }
}

export function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Returns the first characters of a file; `''` if it cannot be read as text. */
export async function readBeginning(path: string, encoding?: string): Promise<string> {
  try {
    for await (const text of readText(path, encoding === undefined ? {} : { encoding })) return text
  } catch {
    return ''
  }
  return ''
}
