import { afterAll, type TaskMeta } from 'vitest'

/** Runs after the last test of a file, with what the file hands to reporters. */
export function atFileEnd(note: (meta: TaskMeta) => void): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest takes nothing but a pattern there
  afterAll(({}, { file }) => note(file.meta))
}
