import { readManifest } from './manifest.ts'

/**
 * Returns the names of the packages that are installed beside this one. All other packages that its source code imports
 * are bundled.
 */
export function installedBesides(root: string): readonly string[] {
  const { dependencies, peerDependencies } = readManifest(root)
  return Object.keys({ ...dependencies, ...peerDependencies })
}

/** CommonJS packages that require modules of Node, and therefore are bundled separately. */
export const FOR_NODE = ['ts-morph'] as const

/** Packages that c12 uses if they are installed, for features that `load-layers.ts` turns off. */
export const SWITCHED_OFF = ['dotenv', 'giget', 'jiti'] as const
