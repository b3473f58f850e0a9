import type { ChangeClass } from '../review/change.ts'

/** A change inside a file, before the file's name is added. */
export interface Finding {
  readonly class: ChangeClass
  /** Permanent kind of the change: `package-source`. */
  readonly kind: string
  /** Name of what changed within the file: `scripts.postinstall`. */
  readonly key: string
  /** Description in one sentence without a full stop, to follow the file's name. */
  readonly message: string
  readonly notes?: readonly string[]
}
