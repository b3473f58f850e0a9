import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserFile } from '../../compile/emit/assets.ts'
import { packageRoot } from '../../compile/load/package-root.ts'
import { staticFileHeaders, staticFileNames } from '../../hosts/static-files.ts'

/** File that browsers may load. */
export interface StaticFile {
  readonly type: string
  readonly text: Buffer
}

/**
 * Finds the file that Cloudflare would serve for a path before it calls the worker; `null` if there is none.
 */
export function findStaticFile(path: string): StaticFile | null {
  for (const { path: file, type } of staticFileNames(path)) {
    const text = readFile(browserFile(file.slice(1)))
    if (text !== null) return { type, text }
  }
  return null
}

/** Returns the headers of a static file, except its type. */
export function headersOfStaticFile(path: string): Readonly<Record<string, string>> {
  return staticFileHeaders(readFile(join(assetsFolder, '_headers'))?.toString() ?? '', path, false)
}

function readFile(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null // missing, or a folder
  }
}

/** Folder of the files that this package has built for browsers: the `[assets]` of a project's wrangler.toml. */
const assetsFolder = join(packageRoot, 'dist')
