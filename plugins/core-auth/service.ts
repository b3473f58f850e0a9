/** Functions of core-auth for plugins that depend on it. Those for all plugins are reached through `lintel/kit`. */
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

/** The page that takes the code of a second factor: a route names it as the page of a sign-in. */
export const codePage = () => import('./pages/code.tsx')
