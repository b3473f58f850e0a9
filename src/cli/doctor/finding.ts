/** Something that is not as it should be, or could be better. */
export interface DoctorFinding {
  /**
   * Topic: `versions`, `bindings`, `secrets`, `schema`, `drift`, `integrity`, `trash`, `files`, `filters`, `lock`,
   * `services`, `addresses`, `open`; of a machine `machine`, `disk`, `rights`, `server`, `clock`, `backups`.
   */
  readonly topic: string
  /** `error`: it keeps the service from working or from being deployed. `note`: it is meant, and should be known. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
  /** Remedy. */
  readonly remedy: string
}
