/** Functions of core-auth for plugins that depend on it. Functions for all plugins are in `lintel/kit`. */
export type { Challenge } from './challenge.ts'
export { confirmAddress } from './confirm-address.ts'
export { sendVerification } from './email-verification.ts'
export { outcomeObject } from './outcome-object.ts'
export { outcome } from './responses.ts'
export { revokeSession, revokeSessionsOf } from './sessions.ts'
export { continueSignIn, openSession, type SignedIn, signIn, type Tokens } from './sign-in.ts'
export type { SignInOption } from './sign-in-option.ts'
export {
  createUser,
  findUser,
  findUserByEmail,
  type NewUser,
  normalizeEmail,
  type UserObject,
  type UserRow,
  userObject,
} from './users.ts'

/** Page that asks for the code of a second factor. Routes that return a challenge use it as their page. */
export const codePage = () => import('./pages/code.tsx')
