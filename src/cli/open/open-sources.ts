import type { Sources } from '../../compile/review/sources.ts'
import type { Compiled } from '../compile-project.ts'

/** Opens the sources of a compiled project. All commands use them to find the same line for a declaration. */
export async function openSources(root: string, { manifest, configFiles }: Compiled): Promise<Sources> {
  const { sourcesOf } = await import('../../compile/review/sources.ts')
  const { openLines } = await import('../../compile/review/find-line.ts')
  return sourcesOf(manifest, await openLines(root, configFiles))
}
