import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'

/**
 * Another way to sign in that a plugin adds to the sign-in page: the plugin provides it as the service `signInOption`.
 */
export interface SignInOption {
  /** Label of the link: `Email me a link`. */
  readonly label: string
  /**
   * Path of the page of this way on this site. The page accepts `?redirect=`, the address to go to after signing in.
   */
  readonly path: `/${string}`
  /**
   * Returns the statement that ends an account's pending sign-ins of this kind. Default: there are no pending sign-ins.
   */
  readonly forget?: (db: DrizzleD1Database, userId: string) => BatchItem<'sqlite'>
}

declare module 'lintel' {
  interface Services {
    signInOption: SignInOption
  }
}
