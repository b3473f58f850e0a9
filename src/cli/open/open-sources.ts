import type { Sources } from '../../compile/sources/sources.ts'
import type { Compiled } from '../compile-project.ts'

/** Opens the sources of a compiled project. All commands use them to find the same line for a declaration. */
export async function openSources(root: string, { manifest, configFiles }: Compiled): Promise<Sources> {
  const { sourcesOf } = await import('../../compile/sources/sources.ts')
  const { openLines } = await import('../../compile/sources/find-line.ts')
  return sourcesOf(manifest, await openLines(root, configFiles))
}
