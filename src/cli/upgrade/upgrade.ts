import type { ProjectFiles } from './project-files.ts'

/** Change between two versions that affects projects. */
export interface Upgrade {
  /** First version that has the change. */
  readonly version: string
  /** Sentence that describes the change in the output of the command. */
  readonly summary: string
  /** Changes the files as far as a program can. Running it again changes nothing. */
  edit(files: ProjectFiles): void
  /** Finds what has to be changed by hand. */
  left?(files: ProjectFiles): readonly Left[]
}

/** Line that has to be checked by hand. */
export interface Left {
  readonly file: string
  /** Number of the line, from 1. */
  readonly line: number
  readonly message: string
}

/** Finds every line of the project's source that matches a pattern. */
export function linesWith(files: ProjectFiles, pattern: RegExp, message: string): readonly Left[] {
  return files.sources.flatMap((file) =>
    (files.read(file) ?? '')
      .split('\n')
      .flatMap((text, index) => (pattern.test(text) ? [{ file, line: index + 1, message }] : [])),
  )
}
