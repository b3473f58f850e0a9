import type { FieldError } from '../errors.ts'

/** Lengths a password may have, in characters (contract, section 4). */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const

/** What is wrong with a password that someone chooses; the path is `password`. */
export async function passwordErrors(password: string): Promise<readonly FieldError[]> {
  const { min, max } = PASSWORD_LENGTH
  const length = [...password].length
  if (length < min) return [{ path: 'password', code: 'too_small', message: `must have at least ${min} characters` }]
  if (length > max) return [{ path: 'password', code: 'too_big', message: `must have at most ${max} characters` }]
  const { commonPasswords } = await import('./common.ts') // some 30 KB, needed seldom
  if (!commonPasswords.has(password.normalize('NFKC').toLowerCase())) return []
  return [{ path: 'password', code: 'too_common', message: 'is one of the most common passwords: choose another' }]
}
