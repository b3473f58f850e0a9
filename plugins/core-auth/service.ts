/** What plugins that depend on core-auth use of it. What every plugin may use is reached through `lintel/kit`. */
export { revokeSession, revokeSessionsOf } from './sessions.ts'
export { openSession, type SignedIn, signIn, type Tokens } from './sign-in.ts'
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
