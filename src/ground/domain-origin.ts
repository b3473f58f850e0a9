/** Hosts that are whatever machine a program runs on. */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** The origin of an environment's `domain`: over TLS, unless it is this very machine. */
export function originOfDomain(domain: string): string {
  return new URL(`${THIS_MACHINE.test(domain) ? 'http' : 'https'}://${domain}`).origin
}
