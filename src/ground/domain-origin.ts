/** Matches host names of the machine on which a program runs. */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Returns the origin of an environment's `domain`: with TLS, unless it is the local machine. */
export function originOfDomain(domain: string): string {
  return new URL(`${THIS_MACHINE.test(domain) ? 'http' : 'https'}://${domain}`).origin
}
