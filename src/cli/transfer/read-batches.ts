import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** File of an import. The numbers of its lines continue those of the files before it. */
export interface SourceFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** Line, with its number from 1, counted across all files. */
export interface SourceLine {
  readonly number: number
  readonly text: string
}

/**
 * Lists the files that a path stands for: the file itself, or the `.ndjson` files of a folder, ordered by name.
 * @throws Failure if there are no such files
 */
export function sourceFiles(path: string): readonly SourceFile[] {
  if (!existsSync(path)) throw new Failure(`${path} does not exist.`, { exitCode: exitCodes.usage })
  const paths = statSync(path).isDirectory() ? ndjsonFiles(path) : [path]
  if (paths.length === 0) throw new Failure(`${path} contains no .ndjson file.`, { exitCode: exitCodes.usage })
  return paths.map((file) => ({ name: basename(file), path: file, bytes: statSync(file).size }))
}

/** Lists the `.ndjson` files of a folder, ordered by name. */
export function ndjsonFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name))
}

/** Maximum number of lines in a batch, and of characters in it. */
const LINES = 200
const CHARACTERS = 400_000

/** Yields the non-empty lines of all files in batches, each batch with the number of bytes read so far. */
export async function* readBatches(
  files: readonly SourceFile[],
  onFile: (file: SourceFile, before: number) => void = () => {},
): AsyncGenerator<{ readonly lines: readonly SourceLine[]; readonly bytes: number }> {
  let lines: SourceLine[] = []
  let characters = 0
  let number = 0
  let bytes = 0
  for (const file of files) {
    onFile(file, number)
    const input = createReadStream(file.path, { encoding: 'utf8' })
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      bytes += Buffer.byteLength(text) + 1
      if (text.trim() === '') continue
      if (lines.length === LINES || (lines.length > 0 && characters + text.length > CHARACTERS)) {
        yield { lines, bytes: bytes - Buffer.byteLength(text) - 1 }
        lines = []
        characters = 0
      }
      lines.push({ number, text })
      characters += text.length
    }
  }
  if (lines.length > 0) yield { lines, bytes }
}
