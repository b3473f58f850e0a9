import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { nearest } from '../../ground/nearest.ts'
import type { Owner } from '../../runtime/migrations/index.ts'
import type { Options } from '../command.ts'
import { type ProjectDatabase, projectDatabase } from '../database/project-database.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Machine } from '../machine/machine-task.ts'
import type { Variables } from '../shell.ts'

/** Options that choose the database of a command. */
export const targetOptions = {
  env: { type: 'string', value: 'name', default: 'development', summary: 'The environment of the database' },
  persist: { type: 'string', value: 'folder', default: '.wrangler/state', summary: 'The folder for local data' },
  data: {
    type: 'string',
    value: 'folder',
    summary: "The service's DATA_FOLDER on this machine, if the host is Node (default: the one in `deploy`)",
  },
} as const satisfies Options

export interface TargetChoice {
  readonly root: string
  readonly config: Pick<Config, 'name' | 'environments'>
  readonly options: { readonly env: string; readonly persist: string; readonly data?: string | undefined }
  /** Environment variables of the shell: they contain the credentials. */
  readonly variables: Variables
}

/** Database, and the owner that it must have. */
export interface Target {
  readonly database: ProjectDatabase
  readonly owner: Owner
  readonly isLocal: boolean
  /** Machine that the database is on, if the host is Node. */
  readonly machine?: Machine
}

/**
 * Opens the database of an environment while `use` runs. The database of development is on this machine, the database
 * of a machine is in its data folder, and any other is accessed over Cloudflare's API.
 * @throws Failure if the config has no such environment, or something that is needed to reach the database is missing
 */
export async function withTarget<Result>(
  choice: TargetChoice,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { root, config, options, variables } = choice
  requireEnvironment(options.env, config)
  const owner = { project: config.name, environment: options.env }
  if (options.env === 'development') {
    requireNoFolder(options)
    const { withLocalDatabase } = await import('../workerd/with-local-database.ts')
    return withLocalDatabase(root, resolve(root, options.persist), (database) =>
      use({ database, owner, isLocal: true }),
    )
  }
  const environment = config.environments[options.env]
  if (environment?.host === 'node') {
    const { withMachine } = await import('../machine/with-machine.ts')
    return withMachine({ root, environment, data: options.data, variables }, (machine) =>
      use({ database: projectDatabase((task) => machine.run(task)), owner, isLocal: false, machine }),
    )
  }
  requireNoFolder(options)
  const { readWranglerFile } = await import('../wrangler/wrangler-file.ts')
  const { readCredentials } = await import('../cloudflare/credentials.ts')
  const { remoteDatabase } = await import('../cloudflare/remote-database.ts')
  const credentials = readCredentials(options.env, readWranglerFile(root), variables)
  return use({ database: remoteDatabase(credentials), owner, isLocal: false })
}

/**
 * Requires that `--data` is not given, for an environment whose host is not Node.
 * @throws Failure if `--data` is given
 */
export function requireNoFolder({ env, data }: Pick<TargetChoice['options'], 'env' | 'data'>): void {
  if (data === undefined) return
  throw new Failure(`--data is for environments whose host is Node; that of ${env} is Cloudflare.`, {
    hint:
      env === 'development' ? 'To set the folder for local data, use --persist.' : "Set host: 'node' in the config.",
    exitCode: exitCodes.usage,
  })
}

/**
 * Requires that the config has an environment with this name.
 * @throws Failure that suggests the nearest name, for an unknown one
 */
export function requireEnvironment(name: string, { environments }: Pick<Config, 'environments'>): void {
  const names = ['development', ...Object.keys(environments)]
  if (names.includes(name)) return
  const meant = nearest(name, names)
  throw new Failure(`The config has no environment ${name}.`, {
    hint: meant === undefined ? `It has ${Object.keys(environments).join(', ')}.` : `Did you mean --env ${meant}?`,
    exitCode: exitCodes.usage,
  })
}
