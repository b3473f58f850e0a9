/** Something that is not as it should be, or could be better. */
export interface DoctorFinding {
  /** What was looked at: `versions`, `bindings`, `secrets`, `schema`, `drift`, `integrity`, `filters`, `lock`. */
  readonly topic: string
  /** `error`: it keeps the service from working or from being deployed. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}
