import { posix } from 'node:path'

/** Relation of a folder to the project: its own folder and those above it, those inside it, or any other. */
export type Place = 'above' | 'below' | 'beside'

/**
 * Returns where a folder of the repository is.
 * @param project path from the repository's root to the project; empty if they are the same
 */
export function placeOf(folder: string, project: string): Place {
  if (isWithin(project, folder)) return 'above'
  return isWithin(folder, project) ? 'below' : 'beside'
}

export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Returns a path of the repository as seen from the project: `../../package.json`. */
export function pathFrom(project: string, path: string): string {
  return posix.relative(`/${project}`, `/${path}`)
}
