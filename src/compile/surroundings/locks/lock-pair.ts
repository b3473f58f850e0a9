import type { ProgramUse } from './describe-programs.ts'
import type { LockFile } from './locked-package.ts'

/** Two states of the lock file of one folder. */
export interface LockPair {
  readonly before: LockFile
  readonly after: LockFile
  /** True if another package manager wrote the earlier state, whose sources and hashes have another form. */
  readonly isConverted: boolean
  readonly use: ProgramUse
}
