import type { ProjectFiles } from './project-files.ts'

/** A change between two versions that projects notice. */
export interface Upgrade {
  /** The first version that needs it. */
  readonly version: string
  /** The change, in a sentence for who reads what the command has done. */
  readonly summary: string
  /** Changes the files as far as a program can. A second run changes nothing more. */
  edit(files: ProjectFiles): void
  /** Finds what a person has to do. */
  left?(files: ProjectFiles): readonly Left[]
}

/** A line that a person has to look at. */
export interface Left {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** Every line of the project's source on which a text stands. */
export function linesWith(files: ProjectFiles, pattern: RegExp, message: string): readonly Left[] {
  return files.sources.flatMap((file) =>
    (files.read(file) ?? '')
      .split('\n')
      .flatMap((text, index) => (pattern.test(text) ? [{ file, line: index + 1, message }] : [])),
  )
}
