import type { Condition } from '../../ground/access.ts'
import type { Operation } from '../schema/steps/operation.ts'
import type { StepClass } from '../schema/steps/step.ts'

/** Attention that a change needs in a review, whether or not a migration makes it. */
export type ChangeClass = StepClass

/** A change that the reviewed config makes. */
export interface Change {
  readonly class: ChangeClass
  /** Permanent kind of the change: `field-removed`. */
  readonly kind: string
  /** Subject of the change: `posts.title`, `GET /api/letters`, `core-auth.tokenExpiration`. */
  readonly subject: string
  /** Description in one sentence without a full stop. */
  readonly message: string
  /**
   * Position of the declaration or the statement that causes the change, `collections/posts.ts:14`; `null` without one.
   */
  readonly source: string | null
  /** Notes for the reviewer, one per line. Default: none. */
  readonly notes?: readonly string[]
  /** Collections whose documents a setting shows to more people. Default: none. */
  readonly concerns?: readonly string[]
  /** Reason that the config gives for a loss or for additional readers. Default: none. */
  readonly reason?: string
}

/** A step of a migration that the base lacks. */
export interface DatabaseChange extends Change {
  /** Path of the migration: `migrations/0002_add_posts_summary.sql`. */
  readonly migration: string
  /** Operation of the step; `null` for SQL without one. */
  readonly operation: Operation | null
  readonly notes: readonly string[]
  /** For a dropped field: the fields that the same migration fills from it. Default: none. */
  readonly takenOver?: readonly string[]
  /**
   * The statements in order, without closing semicolons: those of the step, or of the rebuild that does its work. Empty
   * if another step does the work, or if there is nothing to do.
   */
  readonly sql: readonly string[]
}

/** A gain or loss of access, or a change that may be either. */
export interface AccessChange extends Change {
  /** A role, or `anonymous`; `null` if the change concerns neither. */
  readonly role: string | null
  readonly effect: 'gains' | 'loses' | 'changes'
  /**
   * `read`, `create`, `update`, `delete`, `read versions`, `write` (of a field), a route's method, or `permission` for
   * a change to a role.
   */
  readonly action: string
  /** Description of the affected documents, to follow the subject: ` where status is draft`. Default: all. */
  readonly limit?: string
  /** Conditions, at least one of which the affected documents meet. Default: all documents are affected. */
  readonly where?: readonly Condition[]
}

/** A change to a setting, a plugin, an environment, code, a cache rule or a hook. */
export interface SettingChange extends Change {
  /** The affected environments; `null` for all. */
  readonly environments: readonly string[] | null
  /** Value before; `null` if there was none. */
  readonly before: unknown
  /** Value after; `null` if there is none any more. */
  readonly after: unknown
}

/** Every class, the most severe first. */
export const CLASSES = ['destructive', 'opens', 'breaking', 'caution', 'safe'] as const satisfies readonly ChangeClass[]

/** Sorts changes: the most severe first, then by subject and message. */
export function sortChanges<C extends Change>(changes: readonly C[]): C[] {
  return [...changes].sort(
    (a, b) =>
      CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) ||
      compare(a.subject, b.subject) ||
      compare(a.message, b.message),
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Returns the number of changes in each class, the most severe first, without empty classes. */
export function countClasses(changes: readonly Pick<Change, 'class'>[]): readonly (readonly [ChangeClass, number])[] {
  return CLASSES.map((name) => [name, changes.filter((change) => change.class === name).length] as const).filter(
    ([, count]) => count > 0,
  )
}
