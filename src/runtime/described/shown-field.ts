import type { ManifestField, Program } from '../../manifest/index.ts'
import { type Caller, decide } from '../access/access.ts'

/** Tells whether a caller who may read a document sees this field. */
export function showsField(
  { hidden, access }: ManifestField,
  user: Caller | null,
  functions: Program['functions'],
): boolean {
  return !hidden && (access.read === null || decide(access.read, user, functions) === true)
}

/** Tells whether a caller who may write a document may set this field. */
export function takesField(
  { readOnly, access }: ManifestField,
  user: Caller | null,
  functions: Program['functions'],
): boolean {
  return !readOnly && (access.write === null || decide(access.write, user, functions) === true)
}
