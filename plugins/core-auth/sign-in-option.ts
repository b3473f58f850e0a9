/**
 * Another way to sign in, which a plugin offers on the page to sign in: it provides one as the service `signInOption`.
 */
export interface SignInOption {
  /** Label of the link to it: `Email me a link`. */
  readonly label: string
  /** Its page, a path of this site. It takes `?redirect=`, where to go afterwards. */
  readonly path: `/${string}`
}

declare module 'lintel' {
  interface Services {
    signInOption: SignInOption
  }
}
