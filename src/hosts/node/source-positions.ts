import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Matches a position in a module: its address, line and column, both from 1. */
const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g

/**
 * Matches the `../` at the beginning of a relative path. Their number depends on where the server is: a built server is
 * two folders below the project; a released one is elsewhere.
 */
const UPWARD = /^(?:\.\.\/)+/

/**
 * Makes stack traces name the project's files, using the source maps beside the modules. A map is read with the first
 * trace that needs it; Node's `--enable-source-maps` reads them all at the start.
 */
export function nameSources(): void {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (module: string): SourceMap | null => {
    const known = maps.get(module)
    if (known !== undefined) return known
    const map = readMap(module)
    maps.set(module, map)
    return map
  }
  const sourceOf = (position: string, address: string, line: string, column: string): string => {
    const module = fileURLToPath(address)
    const entry = mapOf(module)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return position
    return `${entry.originalSource.replace(UPWARD, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
  Error.prepareStackTrace = (error, calls) =>
    [describe(error), ...calls.map((call) => `    at ${call}`.replace(POSITION, sourceOf))].join('\n')
}

function readMap(module: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${module}.map`, 'utf8')))
  } catch {
    return null // the module has no source map
  }
}

/** Returns the first line of a trace, even for an error that cannot be converted to text. */
function describe(error: Error): string {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}
