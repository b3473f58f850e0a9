import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { packageRoot, packageSource } from '../load/package-root.ts'

/** What of this package runs in a worker. */
const PARTS = ['client', 'config', 'manifest', 'runtime', 'system', 'ui']

/**
 * The hash of this package's own source, for the one project whose version of it is the files beside it: its own
 * repository. `null` everywhere else, where the version says which source it is.
 */
export function hashOwnSource(root: string): string | null {
  if (root + sep !== packageRoot) return null
  const paths = PARTS.flatMap((part) =>
    readdirSync(join(packageSource, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(packageSource, part, path)),
  ).sort()
  const state = paths.map(stateOf).join()
  if (known?.state !== state) known = { state, hash: hashFiles(paths) }
  return known.hash
}

let known: { readonly state: string; readonly hash: string } | undefined

function stateOf(path: string): string {
  const { mtimeMs, size } = statSync(path)
  return `${path}:${mtimeMs}:${size}`
}

function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const name = path.slice(packageSource.length).split(sep).join('/')
    hash.update(`${name}\n${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\n`)
  }
  return hash.digest('hex')
}
