import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserFile } from '../../compile/emit/assets.ts'
import { assetsFolder } from './assets-folder.ts'

/** A file that browsers may load. */
export interface StaticFile {
  readonly type: string
  readonly text: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

/** Files of pages, and the guides: names that begin with a dot are none. */
const PATH = /^\/(?:assets\/[\w-][\w.-]*|docs\/guides(?:\/[\w-][\w.-]*)?)$/

/**
 * Finds the file that Cloudflare would serve at a path before the worker is asked: `/docs/guides/config` is that of
 * `docs/guides/config.html`.
 */
export function findStaticFile(path: string): StaticFile | null {
  if (!PATH.test(path)) return null
  for (const file of [path, `${path}.html`]) {
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]
    const text = type === undefined ? null : readFile(browserFile(file.slice(1)))
    if (type !== undefined && text !== null) return { type, text }
  }
  return null
}

/** The headers of such a file, from the `_headers` beside them. */
export function headersOfStaticFile(path: string): Readonly<Record<string, string>> {
  return headersIn(readFile(join(assetsFolder, '_headers'))?.toString() ?? '', path)
}

/**
 * Reads the format of https://developers.cloudflare.com/workers/static-assets/headers/: rules add up, and `! Name` takes a
 * header back.
 */
function headersIn(rules: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {}
  let applies = false
  for (const line of rules.split('\n')) {
    const [, removed] = /^ +! (.+)$/.exec(line) ?? []
    const [, name, value] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
    if (line.startsWith('/')) applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line
    else if (applies && removed !== undefined) delete headers[removed]
    else if (applies && name !== undefined && value !== undefined) headers[name] = value
  }
  return headers
}

function readFile(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null // not there, or a folder
  }
}
