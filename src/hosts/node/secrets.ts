import { StartError } from './start-error.ts'

/** A secret that the service requires. */
export interface NeededSecret {
  readonly name: string
  readonly description: string
}

/**
 * Checks that all required secrets are set.
 * @throws StartError with all missing secrets, and how to set them
 */
export function requireSecrets(
  needed: readonly NeededSecret[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  const missing = needed.filter(({ name }) => !env[name])
  if (missing.length === 0) return
  const width = Math.max(...missing.map(({ name }) => name.length))
  const names = missing.map(({ name }) => name)
  const list = missing.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)
  throw new StartError(`${names.length === 1 ? 'A secret is' : `${names.length} secrets are`} not set: ${names.join(', ')}.
${list.join('\n')}
Write ${names.length === 1 ? 'it' : 'them'} into a file that only this service may read, one ${names[0]}=… per line, and start the server with that file:
  systemd  EnvironmentFile=/etc/cms.env in the unit
  Docker   docker run --env-file cms.env …
  a shell  node --env-file=cms.env start.js`)
}
