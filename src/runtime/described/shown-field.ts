import type { ManifestField, Program } from '../../manifest/index.ts'
import { type Caller, decide } from '../access/access.ts'

/** Tells whether a caller who reads a document sees this field of it. */
export function showsField(
  { hidden, access }: ManifestField,
  user: Caller | null,
  functions: Program['functions'],
): boolean {
  return !hidden && (access.read === null || decide(access.read, user, functions) === true)
}

/** Tells whether a caller who writes a document may give this field of it. */
export function takesField(
  { readOnly, access }: ManifestField,
  user: Caller | null,
  functions: Program['functions'],
): boolean {
  return !readOnly && (access.write === null || decide(access.write, user, functions) === true)
}
