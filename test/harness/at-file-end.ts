import { afterAll, type TaskMeta } from 'vitest'

/** Calls `note` after the last test of a file, with the metadata that reporters receive. */
export function atFileEnd(note: (meta: TaskMeta) => void): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern here
  afterAll(({}, { file }) => note(file.meta))
}
