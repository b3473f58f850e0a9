/** What a deployment has done by the time when something fails: it decides what brings things back. */
export interface Progress {
  /** Where the backup lies, below the root. */
  backup: string | null
  applied: string[]
  /** Whether all that was applied only adds, so that the program before goes on. */
  isExpandOnly: boolean
  isUploaded: boolean
  /** Everything that was pending is applied. */
  isWhole: boolean
  /** The version that ran before; `null` where none did. */
  readonly before: string | null
}
