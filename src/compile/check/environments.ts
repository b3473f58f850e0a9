import type { Environment } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { secretsIn } from '../plain-object.ts'
import type { Check } from './context.ts'

/** Names in the worker's environment that are bindings or set by the service itself. */
const BINDINGS = ['DB', 'MEDIA_BUCKET', 'CACHE_KV', 'IMAGES', 'ANALYTICS', 'QUEUE', 'ASSETS', 'ENVIRONMENT']

export const checkEnvironments: Check = ({ config, plugins }) => {
  const names = Object.keys(config.environments)
  if (names.length === 0) {
    const hint = 'development: {} is a complete environment.'
    return [
      {
        code: 'no-environment',
        message: 'The config needs at least one environment.',
        hint,
        at: atValue(config, 'environments'),
      },
    ]
  }
  const secrets = new Set(plugins.flatMap(secretNames))
  return Object.entries(config.environments).flatMap(([name, environment]) => [
    ...checkName(config, name),
    ...checkHost(config, name, environment),
    ...Object.keys(environment.vars ?? {}).flatMap((variable) => checkVariable(config, name, variable, secrets)),
    ...Object.keys(environment.plugins ?? {}).flatMap((plugin) => checkOverride(config, name, plugin, plugins)),
  ])
}

/** Returns the names of the secrets that a plugin needs, and of those in its settings. */
function secretNames({ plugin, settings }: PluginUse): string[] {
  return [...Object.keys(plugin.operations?.secrets ?? {}), ...secretsIn(settings).map(({ $secret }) => $secret)]
}

function checkName(config: object, name: string): Finding[] {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 20) return []
  const message = `An environment cannot be named '${name}': use lower-case letters, digits and single hyphens, at most 20 characters.`
  return [{ code: 'invalid-name', message, at: atKey(config, 'environments', name) }]
}

/** Options that are specific to Cloudflare, each with its equivalent on Node. */
const OF_CLOUDFLARE = {
  database: 'the database is a file in its data folder',
  bucket: 'files are in its data folder',
  kv: 'the shared cache is in the database',
  images: 'images are resized by sharp, if it is installed',
  queue: 'queued messages of plugins are in the database',
  analytics: 'each request writes a line to the log',
} as const satisfies Partial<Record<keyof Environment, string>>

function checkHost(config: object, name: string, environment: Environment): Finding[] {
  const none = (option: keyof Environment, reason: string): Finding => ({
    code: 'no-effect',
    message: `'${option}' of the environment '${name}' has no effect: ${reason}.`,
    hint: 'Remove it.',
    at: atKey(config, 'environments', name, option),
  })
  const isSet = (option: keyof Environment) => environment[option] !== undefined
  if (name === 'development') {
    const options = (['host', 'deploy'] as const).filter(isSet)
    return options.map((option) => none(option, '`cms dev` serves it on this machine'))
  }
  if (environment.host === 'node') {
    const options = Object.entries(OF_CLOUDFLARE) as [keyof typeof OF_CLOUDFLARE, string][] // its own keys
    return [
      ...options
        .filter(([option]) => isSet(option))
        .map(([option, instead]) => none(option, `its host is Node, where ${instead}`)),
      ...checkDataFolder(config, name, environment),
    ]
  }
  return isSet('deploy')
    ? [none('deploy', "its host is Cloudflare, and only `host: 'node'` is deployed to a folder")]
    : []
}

/** Checks that the data folder is not the folder of builds, nor inside the parts of it that deployments replace. */
function checkDataFolder(config: object, name: string, { deploy }: Environment): Finding[] {
  if (deploy?.data === undefined) return []
  const { folder, data } = deploy
  const isAmongBuilds = [`${folder}/releases/`, `${folder}/current/`].some((path) => `${data}/`.startsWith(path))
  if (data !== folder && !isAmongBuilds) return []
  return [
    {
      code: 'invalid-option',
      message: `The data of the environment '${name}' would be among the builds in ${folder}, which every deploy replaces.`,
      hint: `Remove 'data' to use the default, ${folder}/data, or name a folder elsewhere.`,
      at: atValue(config, 'environments', name, 'deploy', 'data'),
    },
  ]
}

function checkVariable(config: object, environment: string, name: string, secrets: ReadonlySet<string>): Finding[] {
  const at = atKey(config, 'environments', environment, 'vars', name)
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    return [
      {
        code: 'invalid-name',
        message: `A variable cannot be named '${name}': use capital letters, digits and underscores.`,
        at,
      },
    ]
  }
  if (BINDINGS.includes(name))
    return [{ code: 'reserved-variable', message: `'${name}' is set by the service itself.`, at }]
  if (!secrets.has(name)) return []
  return [
    {
      code: 'secret-in-config',
      message: `'${name}' is a secret, so its value must not be in the config.`,
      hint: `Set it with \`wrangler secret put ${name}\`, or in .dev.vars for development.`,
      at,
    },
  ]
}

function checkOverride(config: object, environment: string, name: string, plugins: readonly PluginUse[]): Finding[] {
  const at = atKey(config, 'environments', environment, 'plugins', name)
  const use = plugins.find(({ plugin }) => plugin.name === name)
  if (!use) {
    const names = plugins.map(({ plugin }) => plugin.name)
    return [
      {
        code: 'unknown-plugin',
        message: `The environment '${environment}' has settings for '${name}', which is not a plugin of the config.`,
        ...didYouMean(name, names),
        at,
      },
    ]
  }
  if (use.plugin.environments?.includes(environment) ?? true) return []
  return [
    {
      code: 'no-effect',
      message: `The plugin ${name} does not exist in the environment '${environment}', so its settings there have no effect.`,
      at,
    },
  ]
}

/** Checks `cors`: origins must be exact, and `'*'` cannot be combined with cookies. */
export const checkCors: Check = ({ config }) => {
  const { cors } = config
  if (!cors) return []
  if (cors.origins === '*') {
    if (!cors.credentials) return []
    return [
      {
        code: 'cors-credentials',
        message: "Browsers send no cookies if the response allows every origin: 'credentials' needs a list of origins.",
        at: atValue(config, 'cors', 'credentials'),
      },
    ]
  }
  return cors.origins.flatMap((origin, index): Finding[] => {
    const exact = originOf(origin)
    if (exact === origin) return []
    const hint = exact === null ? 'An origin is a scheme and a host: https://www.example.com.' : `Write '${exact}'.`
    return [
      {
        code: 'invalid-origin',
        message: `'${origin}' is not an origin that a browser would send.`,
        hint,
        at: atValue(config, 'cors', 'origins', index),
      },
    ]
  })
}

/** Returns the origin as a browser writes it; `null` for an invalid one. */
function originOf(text: string): string | null {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}
