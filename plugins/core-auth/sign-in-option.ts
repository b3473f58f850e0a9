import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'

/** Another way to sign in that a plugin adds to the sign-in page: the plugin provides it as the service `signInOption`. */
export interface SignInOption {
  /** Label of the link: `Email me a link`. */
  readonly label: string
  /** Path of its page on this site. The page accepts `?redirect=`, the address to go to afterwards. */
  readonly path: `/${string}`
  /** Returns the statement that ends the pending sign-ins of this kind for an account. Default: there are none. */
  readonly forget?: (db: DrizzleD1Database, userId: string) => BatchItem<'sqlite'>
}

declare module 'lintel' {
  interface Services {
    signInOption: SignInOption
  }
}
