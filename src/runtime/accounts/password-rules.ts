import { t, tn } from '../../messages/translate.ts'
import type { FieldError } from '../common/errors.ts'

/** Allowed lengths of a password, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const

/** Validates a new password. Errors have the path `password`. */
export async function passwordErrors(password: string): Promise<readonly FieldError[]> {
  const { min, max } = PASSWORD_LENGTH
  const length = [...password].length
  if (length < min)
    return [
      {
        path: 'password',
        code: 'too_small',
        message: tn(min, 'At least {count} character.', 'At least {count} characters.'),
      },
    ]
  if (length > max)
    return [
      {
        path: 'password',
        code: 'too_big',
        message: tn(max, 'At most {count} character.', 'At most {count} characters.'),
      },
    ]
  const { commonPasswords } = await import('./common-passwords.ts') // about 30 KB, rarely needed
  if (!commonPasswords.has(password.normalize('NFKC').toLowerCase())) return []
  return [
    { path: 'password', code: 'too_common', message: t('This is one of the most common passwords: choose another.') },
  ]
}
