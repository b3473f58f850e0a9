import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { packageRoot, packageSource } from '../load/package-root.ts'

/** Parts of this package that run in a worker. */
const PARTS = ['client', 'config', 'manifest', 'runtime', 'system', 'ui']

/**
 * Hashes the source of this package in its own repository, where the version does not identify it; returns `null` in
 * all other projects. The hash is computed once, because a process keeps the source with which it started, and `cms
 * dev` restarts when the source changes.
 */
export function hashOwnSource(root: string): string | null {
  if (root + sep !== packageRoot) return null
  hash ??= hashFiles(ownFiles())
  return hash
}

let hash: string | undefined

function ownFiles(): readonly string[] {
  return PARTS.flatMap((part) =>
    readdirSync(join(packageSource, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(packageSource, part, path)),
  ).sort()
}

function hashFiles(paths: readonly string[]): string {
  const all = createHash('sha256')
  for (const path of paths) {
    const name = path.slice(packageSource.length).split(sep).join('/')
    all.update(`${name}\n${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\n`)
  }
  return all.digest('hex')
}
