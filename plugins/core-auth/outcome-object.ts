import type { Challenge } from './challenge.ts'
import type { SignedIn } from './sign-in.ts'
import { userObject } from './users.ts'

/** Returns a new session as routes send it to the client. */
export function signedInObject(signedIn: SignedIn) {
  return { ...signedIn, user: userObject(signedIn.user) }
}

/** Returns the outcome of a sign-in as routes send it to the client. */
export function outcomeObject(outcome: SignedIn | Challenge) {
  return 'challenge' in outcome ? outcome : signedInObject(outcome)
}
