import type { Challenge } from './challenge.ts'
import type { SignedIn } from './sign-in.ts'
import { userObject } from './users.ts'

/** What a client is told of a session that was opened for it. */
export function signedInObject(signedIn: SignedIn) {
  return { ...signedIn, user: userObject(signedIn.user) }
}

/** What a client is told of a sign-in. */
export function outcomeObject(outcome: SignedIn | Challenge) {
  return 'challenge' in outcome ? outcome : signedInObject(outcome)
}
