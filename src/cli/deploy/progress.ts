/** Progress of a deployment by the time when something fails: it decides what brings things back. */
export interface Progress {
  /** Place where the backup lies, below the root. */
  backup: string | null
  applied: string[]
  /** Tells whether all that was applied only adds, so that the program before goes on. */
  isExpandOnly: boolean
  isUploaded: boolean
  /** Everything that was pending is applied. */
  isWhole: boolean
  /** The version that ran before; `null` where none did. */
  readonly before: string | null
}
