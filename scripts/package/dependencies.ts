import { readManifest } from './manifest.ts'

/** Names of packages that are installed beside this one. Every other one that its source imports is compiled into it. */
export function installedBesides(root: string): readonly string[] {
  const { dependencies, peerDependencies } = readManifest(root)
  return Object.keys({ ...dependencies, ...peerDependencies })
}

/** CommonJS packages that require modules of Node, which an ES module of several packages cannot. */
export const FOR_NODE = ['ts-morph'] as const

/** Packages that c12 takes along where they are installed, for what `load-layers.ts` switches off. */
export const SWITCHED_OFF = ['dotenv', 'giget', 'jiti'] as const
