import type { Challenge } from './challenge.ts'
import type { SignedIn } from './sign-in.ts'
import { userObject } from './users.ts'

/** A session that was opened for a client, as it is told of it. */
export function signedInObject(signedIn: SignedIn) {
  return { ...signedIn, user: userObject(signedIn.user) }
}

/** A sign-in, as a client is told of it. */
export function outcomeObject(outcome: SignedIn | Challenge) {
  return 'challenge' in outcome ? outcome : signedInObject(outcome)
}
