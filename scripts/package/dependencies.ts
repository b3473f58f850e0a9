import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Names of packages that are installed beside this one. Every other one that its source imports is compiled into it. */
export function installedBesides(root: string): readonly string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { dependencies, peerDependencies } = JSON.parse(text) as Manifest
  return Object.keys({ ...dependencies, ...peerDependencies })
}

/** CommonJS packages that require modules of Node, which an ES module of several packages cannot. */
export const FOR_NODE = ['ts-morph'] as const
