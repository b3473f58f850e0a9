import { StartError } from './start-error.ts'

/** A secret without which a service does not run. */
export interface NeededSecret {
  readonly name: string
  readonly description: string
}

/** @throws StartError with all that are missing, and how to set them */
export function requireSecrets(
  needed: readonly NeededSecret[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  const missing = needed.filter(({ name }) => !env[name])
  if (missing.length === 0) return
  const width = Math.max(...missing.map(({ name }) => name.length))
  const list = missing.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)
  const [{ name } = { name: '' }] = missing
  throw new StartError(
    `${missing.length === 1 ? 'A secret is' : `${missing.length} secrets are`} missing:
${list.join('\n')}
Write ${missing.length === 1 ? 'it' : 'them'} into a file that only this service may read, one ${name}=… a line, and start with it:
  EnvironmentFile=/etc/cms.env in the unit of systemd, --env-file cms.env with Docker, or: node --env-file=cms.env start.js`,
  )
}
