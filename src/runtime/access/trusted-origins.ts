import type { Runtime } from '../isolate/runtime.ts'

/** Host names of the machine on which a browser runs. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Tells whether pages of an origin may use their visitors' cookies here: origins that the config names with
 * `credentials`. Pages on the user's own machine qualify only in development: in other environments, any program on
 * that machine could act as the signed-in user.
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
