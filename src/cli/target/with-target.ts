import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { nearest } from '../../ground/nearest.ts'
import type { Owner } from '../../runtime/migrations/index.ts'
import type { Options } from '../command.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'

/** Database that a command means. */
export const targetOptions = {
  env: { type: 'string', value: 'name', default: 'development', summary: 'The environment of the database' },
  persist: { type: 'string', value: 'folder', default: '.wrangler/state', summary: 'The folder of local data' },
} as const satisfies Options

export interface TargetChoice {
  readonly root: string
  readonly config: Pick<Config, 'name' | 'environments'>
  readonly options: { readonly env: string; readonly persist: string }
  /** Of the shell: they hold the credentials. */
  readonly variables: Variables
}

/** A database, and whose it must be. */
export interface Target {
  readonly database: ProjectDatabase
  readonly owner: Owner
  readonly isLocal: boolean
}

/**
 * Opens the database of an environment for as long as `use` takes: development's on this machine, every other over
 * Cloudflare's API.
 * @throws Failure where the config has no such environment, or what is needed to reach it is missing
 */
export async function withTarget<Result>(
  choice: TargetChoice,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { root, config, options, variables } = choice
  requireEnvironment(options.env, config)
  const owner = { project: config.name, environment: options.env }
  if (options.env === 'development') {
    const { withLocalDatabase } = await import('../migrate/with-local-database.ts')
    return withLocalDatabase(root, resolve(root, options.persist), (database) =>
      use({ database, owner, isLocal: true }),
    )
  }
  const { readWranglerFile } = await import('../wrangler/wrangler-file.ts')
  const { readCredentials } = await import('../cloudflare/credentials.ts')
  const { remoteDatabase } = await import('../cloudflare/remote-database.ts')
  const credentials = readCredentials(options.env, readWranglerFile(root), variables)
  return use({ database: remoteDatabase(credentials), owner, isLocal: false })
}

/** @throws Failure with the nearest name for an environment that the config does not have */
export function requireEnvironment(name: string, { environments }: Pick<Config, 'environments'>): void {
  const names = ['development', ...Object.keys(environments)]
  if (names.includes(name)) return
  const meant = nearest(name, names)
  throw new Failure(`The config has no environment ${name}.`, {
    hint: meant === undefined ? `It has ${Object.keys(environments).join(', ')}.` : `Did you mean --env ${meant}?`,
    exitCode: exitCodes.usage,
  })
}
