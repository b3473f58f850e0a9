import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'

/**
 * Another way to sign in, which a plugin offers on the page to sign in: it provides one as the service `signInOption`.
 */
export interface SignInOption {
  /** Label of the link to it: `Email me a link`. */
  readonly label: string
  /** Its page, a path of this site. It takes `?redirect=`, where to go afterwards. */
  readonly path: `/${string}`
  /** The statement that ends what would sign somebody in to an account this way and is on its way to them. Default: nothing is. */
  readonly forget?: (db: DrizzleD1Database, userId: string) => BatchItem<'sqlite'>
}

declare module 'lintel' {
  interface Services {
    signInOption: SignInOption
  }
}
