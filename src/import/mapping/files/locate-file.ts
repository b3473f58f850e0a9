import { realpathSync, statSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'
import type { WantedFile } from '../record-store.ts'

/** Location of a file's bytes, or the reason why there is none. */
export type Located =
  | { readonly kind: 'disk'; readonly path: string }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'missing'; readonly reason: string }

export interface FileSources {
  /** Absolute path of the folder that is searched; `null` for none. */
  readonly folder: string | null
  readonly mayFetch: (address: string) => boolean
}

/** Finds a file in the export, in the folder of the mapping, or at an allowed address. */
export function locateFile({ path, filename, url }: WantedFile, { folder, mayFetch }: FileSources): Located {
  if (path !== null && isFile(path)) return { kind: 'disk', path }
  const found = folder === null ? null : within(folder, filename)
  if (found !== null) return { kind: 'disk', path: found }
  if (url !== null && URL.canParse(url)) {
    if (mayFetch(url)) return { kind: 'address', url }
    return { kind: 'missing', reason: `add ${new URL(url).origin} to files.fetch of the mapping, or set files.folder` }
  }
  return {
    kind: 'missing',
    reason: folder === null ? 'set files.folder of the mapping to its folder' : 'it is not in files.folder',
  }
}

/** Finds a file by its name below a folder. Links out of the folder are not followed. */
function within(folder: string, filename: string): string | null {
  for (const name of [filename, basename(filename)]) {
    const path = resolve(folder, `./${name}`)
    if (!isFile(path)) continue
    const real = realpathSync(path)
    if (real.startsWith(realpathSync(folder) + sep)) return real
  }
  return null
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false // nothing exists there, or no file can have that name
  }
}
