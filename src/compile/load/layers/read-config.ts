import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { loadConfig } from 'c12'
import { isPlainObject, type PlainObject } from '../../plain-object.ts'

/** Error for a config file in a data format that cannot be read. */
export class DataError extends Error {
  /** Absolute path of the file, and the position if the parser reports one. `line` and `column` count from 1. */
  readonly at: { readonly path: string; readonly line?: number; readonly column?: number }

  constructor(message: string, at: DataError['at']) {
    super(message)
    this.at = at
  }
}

/**
 * Reads a config file in a data format, with the parsers of c12.
 * @throws DataError
 */
export async function readData(file: string): Promise<PlainObject> {
  if (readFileSync(file, 'utf8').trim() === '') throw new DataError('The config file is empty.', { path: file })
  const options = { ...SWITCHED_OFF, cwd: dirname(file), configFile: basename(file), merger: (first: unknown) => first }
  try {
    const { layers: [layer] = [] } = await loadConfig(options as Parameters<typeof loadConfig>[0])
    if (isPlainObject(layer?.config)) return layer.config
  } catch (error) {
    throw new DataError(`The config file cannot be read: ${firstLine(error)}`, { path: file, ...positionIn(error) })
  }
  throw new DataError('The config file does not contain an object.', { path: file })
}

/** Name of the config files. Other sources are switched off, because no review covers them. */
const SWITCHED_OFF = {
  name: 'cms',
  dotenv: false,
  rcFile: false,
  globalRc: false,
  packageJson: false,
  giget: false,
  envName: false,
  extend: false,
} as const

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** Returns the position that a parser has added to its error: those of YAML count from 0, the others from 1. */
function positionIn(error: unknown): { readonly line?: number; readonly column?: number } {
  const { mark, line, lineNumber, column, columnNumber } = error as Readonly<Record<string, unknown>>
  if (isPlainObject(mark)) return position(Number(mark.line) + 1, Number(mark.column) + 1)
  return position(Number(line ?? lineNumber), Number(column ?? columnNumber))
}

function position(line: number, column: number): { readonly line?: number; readonly column?: number } {
  return line > 0 ? { line, column: column > 0 ? column : 1 } : {}
}
