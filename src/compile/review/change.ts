import type { Condition } from '../../config/access.ts'
import type { Operation } from '../schema/steps/operation.ts'
import type { StepClass } from '../schema/steps/step.ts'

/** Attention that a change needs in review, whether or not a migration makes it. */
export type ChangeClass = StepClass

/** Something that the reviewed config changes. */
export interface Change {
  readonly class: ChangeClass
  /** Kind of change, permanent: `field-removed`. */
  readonly kind: string
  /** Subject: `posts.title`, `GET /api/letters`, `core-auth.tokenExpiration`. */
  readonly subject: string
  /** One sentence without a full stop. */
  readonly message: string
  /** The declaration that asked for it, `collections/posts.ts:14`; `null` where none did. */
  readonly source: string | null
  /** Notes for the reviewer, a line each. Default: nothing. */
  readonly notes?: readonly string[]
}

/** A step of a migration that the base does not have. */
export interface DatabaseChange extends Change {
  /** `migrations/0002_add_posts_summary.sql`. */
  readonly migration: string
  /** `null` for SQL that stands below none. */
  readonly operation: Operation | null
  readonly notes: readonly string[]
  /** The statements in order, without closing semicolons; none where only validators change. */
  readonly sql: readonly string[]
}

/** Gained or lost permission. */
export interface AccessChange extends Change {
  /** A role, or `anonymous`; `null` where the change is not about one of them. */
  readonly role: string | null
  readonly effect: 'gains' | 'loses' | 'changes'
  /** `read`, `create`, `update`, `delete`, `read versions`, `write` (of a field) or a route's method. */
  readonly action: string
  /** The documents that it is about, in words, as they follow the subject: ` where status is draft`. Default: all. */
  readonly limit?: string
  /** Only on documents that meet one of these. */
  readonly where?: readonly Condition[]
}

/** A setting, a cache rule, a hook. */
export interface SettingChange extends Change {
  /** The environments where it changes; `null` for all of them, whichever there are. */
  readonly environments: readonly string[] | null
  /** `null` where there was none. */
  readonly before: unknown
  /** `null` where there is none any more. */
  readonly after: unknown
}

/** Every class, the gravest first: what is lost, what opens, what breaks. */
export const CLASSES = ['destructive', 'opens', 'breaking', 'caution', 'safe'] as const satisfies readonly ChangeClass[]

/** The gravest first; within a class by what they are about. */
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

/** Number of changes of each class, the gravest first; classes without any are left out. */
export function countClasses(changes: readonly Pick<Change, 'class'>[]): readonly (readonly [ChangeClass, number])[] {
  return CLASSES.map((name) => [name, changes.filter((change) => change.class === name).length] as const).filter(
    ([, count]) => count > 0,
  )
}
