import type { LockFile } from './locked-package.ts'

/** Parts of a project that tell which programs of packages its commands run. */
export interface ProgramUse {
  /** Tells whether a command contains the name of a program. */
  readonly isNamed: (program: string) => boolean
  /** Names of the packages that a `package.json` names, before and after. */
  readonly direct: readonly [before: ReadonlySet<string>, after: ReadonlySet<string>]
}

/** Two states of the lock file of one folder. */
export interface LockPair {
  readonly before: LockFile
  readonly after: LockFile
  /** True if another package manager wrote the earlier state, whose sources and hashes have another form. */
  readonly isConverted: boolean
  readonly use: ProgramUse
}
