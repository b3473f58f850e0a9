import type { Bindings } from '../../config/request.ts'
import type { ManifestEnvironment, Program } from '../../manifest/index.ts'
import { HttpError } from '../common/errors.ts'
import { drizzleDatabase } from '../database/drizzle-database.ts'
import { createSessionClient } from '../database/session-client.ts'
import { listenersOf } from '../isolate/listeners.ts'
import { createPluginActivity } from '../isolate/plugin-activity.ts'
import { unknownPosition } from '../isolate/position.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { withBuiltParts } from './built-parts.ts'

/**
 * Creates the state that an isolate keeps between requests.
 * @throws HttpError `not_configured` if the worker's variables do not name its environment
 */
export function createRuntime(declared: Program, env: Bindings): Runtime {
  const program = withBuiltParts(declared)
  const environment = environmentOf(program, env)
  const plugins = program.manifest.plugins.filter(
    ({ environments }) => environments === null || environments.includes(environment.name),
  )
  const names = plugins.map(({ name }) => name)
  const database = createSessionClient(env.DB)
  return {
    program,
    env,
    environment,
    plugins: names,
    listeners: listenersOf(program, names),
    providers: new Map(plugins.flatMap(({ name, services }) => services.map((service) => [service, name]))),
    activity: createPluginActivity(env.DB, plugins),
    database,
    ledger: unknownPosition(),
    db: drizzleDatabase(database),
  }
}

function environmentOf({ manifest }: Program, env: Bindings): ManifestEnvironment {
  const environment = manifest.environments[env.ENVIRONMENT]
  if (environment) return environment
  const known = Object.keys(manifest.environments).join(', ')
  throw new HttpError(
    'not_configured',
    `The variable ENVIRONMENT must be the name of an environment of the config: ${known}.`,
  )
}
