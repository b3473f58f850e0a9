import type { RoleName } from './register.ts'

/** Name of a caller who is not signed in. */
export const ANONYMOUS = 'anonymous'

/** The system fields that a rule, a sort or a filter may name besides the declared fields. */
export type SystemField = 'id' | 'status' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'createdBy' | 'updatedBy'

/** The value that a condition compares with. `$user.` begins values that are read from the caller of the request. */
export type ConditionValue = string | number | boolean | null | '$user.id' | '$user.email' | '$user.role'

/** The values that a document must have, by field. All of them must match. */
export type Condition<Field extends string = string> = { readonly [F in Field | SystemField]?: ConditionValue }

/**
 * A rule about who may do something:
 * - `'public'`: everyone, signed in or not
 * - `'authenticated'`: everyone signed in
 * - `'nobody'`: not even an admin
 * - a role name, `{ roles, where }` (these roles, on documents that meet the condition) or `{ permission }`
 *   (every role that holds it, team permissions included)
 * - in rules of plugins: `{ translators: true }` (every role that names `locales`)
 * - an array of role names and objects: any one suffices
 *
 * `admin` is implied by every rule but `'nobody'`.
 */
export type AccessRule<Field extends string = string> =
  | 'public'
  | 'authenticated'
  | 'nobody'
  | AccessGrant<Field>
  | readonly AccessGrant<Field>[]

export type AccessGrant<Field extends string = string> =
  | RoleName
  | { readonly roles: readonly RoleName[]; readonly where?: Condition<Field> }
  | { readonly permission: Permission }
  | { readonly translators: true }

/** The name of a permission, `<resource>.<action>`: for example `content.publish`. */
export type Permission = `${string}.${string}`

/**
 * The argument of a rule written as a function. `document` is absent when the request reads a list or creates a
 * document.
 */
export interface AccessInput {
  readonly user: { readonly id: string; readonly email: string; readonly role: string } | null
  readonly document?: Readonly<Record<string, unknown>>
}

/**
 * An access rule written as a function, for what a rule written as data cannot express. It returns true, false, or the
 * condition that documents must meet. It runs in the worker at request time; the lock contains a hash of its code.
 * Prefer rules written as data, because a reviewer can read them.
 */
export type AccessFunction<Field extends string = string> = (input: AccessInput) => boolean | Condition<Field>
