import type { SignInChange } from '../email-kinds.ts'

interface Description {
  readonly title: string
  /** Beginning of the subject, before `at <site>`. */
  readonly subject: string
  readonly text: string
}

/** Returns the parts of the email about a change to the credentials of an account. */
export function describeSignInChange(change: SignInChange): Description {
  switch (change.kind) {
    case 'app-on':
      return {
        title: 'An authenticator app was set up',
        subject: 'An authenticator app for your account',
        text: 'From now on, signing in with your password also takes a code from an authenticator app.',
      }
    case 'factor-off':
      return {
        title: 'The second factor was turned off',
        subject: 'The second factor of your account',
        text: 'From now on, your password alone is enough to sign in. Recovery codes no longer work.',
      }
    case 'recovery-codes':
      return {
        title: 'New recovery codes',
        subject: 'New recovery codes for your account',
        text: 'New recovery codes were created. The previous ones no longer work.',
      }
    case 'recovery-used':
      return {
        title: 'A recovery code was used',
        subject: 'A recovery code of your account was used',
        text: `Somebody signed in with a recovery code in place of the authenticator app. ${left(change.left)}`,
      }
    case 'passkey-added':
      return {
        title: 'A passkey was added',
        subject: 'A new passkey for your account',
        text: `From now on, the passkey “${oneLine(change.passkey)}” signs in to your account without a password.`,
      }
    case 'passkey-removed':
      return {
        title: 'A passkey was removed',
        subject: 'A passkey of your account was removed',
        text: `The passkey “${oneLine(change.passkey)}” no longer signs in to your account.`,
      }
    case 'provider-linked':
      return {
        title: `${oneLine(change.provider)} signs in to your account`,
        subject: `${oneLine(change.provider)} for your account`,
        text: `From now on, signing in with ${oneLine(change.provider)} opens your account.`,
      }
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function left(count: number): string {
  if (count === 0) return 'It was the last one: create new ones on your profile page.'
  return count === 1 ? 'One code is left.' : `${count} codes are left.`
}
