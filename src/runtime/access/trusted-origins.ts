import type { Runtime } from '../isolate/runtime.ts'

/** Hosts that are whatever machine a browser runs on. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Tells whether pages of an origin may act with the cookies of their visitors: origins that the config names with
 * `credentials`. Pages on the reader's own machine qualify in development only: elsewhere any program that runs there
 * could act for the signed-in user.
 */
export function isTrustedOrigin({ program, environment }: Runtime, origin: string): boolean {
  const { credentials, origins } = program.manifest.cors
  if (!credentials || origins === '*' || !origins.includes(origin)) return false
  return environment.name === 'development' || !isOfThisMachine(origin)
}

function isOfThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return THIS_MACHINE.has(hostname) || hostname.endsWith('.localhost')
}
