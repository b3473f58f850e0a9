/** Something that is wrong, or could be better. */
export interface DoctorFinding {
  /**
   * Topic: `versions`, `bindings`, `secrets`, `schema`, `drift`, `integrity`, `trash`, `files`, `filters`, `lock`,
   * `services`, `addresses`, `open`; for a machine: `machine`, `disk`, `rights`, `server`, `clock`, `backups`.
   */
  readonly topic: string
  /**
   * Severity. `error`: the problem keeps the service from working or from being deployed. `note`: the state is
   * intended, but worth knowing.
   */
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
  /** Command or words that say how to solve the problem. */
  readonly remedy: string
}
