import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../load/package-root.ts'
import { readText } from '../write-outputs.ts'

const DIST = join(packageRoot, 'dist')

/** Paths of browser files from the package's own build, by name. Empty before the first `npm ci`. */
export function readAssets(): Readonly<Record<string, string>> {
  return JSON.parse(readText(join(DIST, 'assets.json')) ?? '{}')
}

/** The files themselves, sorted: texts by path below the root of the service, with Cloudflare's `_headers` for them. */
export function readBrowserFiles(): readonly (readonly [path: string, text: string])[] {
  const headers = readText(join(DIST, '_headers'))
  if (headers === null) return []
  const paths = readdirSync(join(DIST, 'assets'))
    .sort()
    .map((name) => `assets/${name}`)
  return [['_headers', headers], ...paths.map((path) => [path, readText(join(DIST, path)) ?? ''] as const)]
}
