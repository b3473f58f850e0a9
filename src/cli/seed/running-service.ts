import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Config } from '../../config/config.ts'
import type { Invocation } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { localAddress } from '../dev/local-address.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireEnvironment } from '../target/with-target.ts'

/**
 * Environment variable that holds an administrator's token. There is no option for it, because a list of processes
 * would show the token.
 */
const TOKEN = 'CMS_TOKEN'

/** Running service, and a token of an administrator. */
export interface RunningService {
  readonly address: string
  readonly token: string
}

/**
 * Returns the service with a token: the one that is given or, in development, a token of the first administrator, after
 * signing in.
 * @param config environments of the project, if it is already compiled. Default: the project is compiled
 * @throws Failure if there is no token, or the address of the service is not known
 */
export async function reachService(
  invocation: Pick<Invocation, 'root' | 'output' | 'variables'> & { readonly options: Where },
  config?: Environments,
): Promise<RunningService> {
  const address = await addressOf(invocation, config)
  const token = invocation.variables[TOKEN]
  if (token) return { address, token }
  const secrets = { ...localSecrets(invocation.root), ...invocation.variables }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = secrets
  if (invocation.options.env !== 'development' || !email || !password) {
    throw new Failure(`${TOKEN} is not set.`, {
      hint: "Set it to an administrator's API token: cms token create <email> --name content",
      exitCode: exitCodes.usage,
    })
  }
  return signIn(address, email, password)
}

/** Signs in with a password. The token has the rights of that account. */
export async function signIn(address: string, email: string, password: string): Promise<RunningService> {
  const result = await post(address, '/api/auth/login', { email, password }, {})
  return { address, token: result.token }
}

type Environments = Pick<Config, 'environments'>

interface Where {
  readonly env: string
  readonly url: string | undefined
}

async function addressOf(invocation: Parameters<typeof reachService>[0], compiled?: Environments): Promise<string> {
  const { env, url } = invocation.options
  if (url !== undefined) {
    if (URL.canParse(url)) return url
    throw new Failure(`${url} is not an address.`, { exitCode: exitCodes.usage })
  }
  const config = compiled ?? (await compileProject(invocation)).config
  requireEnvironment(env, config)
  const domain = config.environments[env]?.domain
  if (domain !== undefined) return `https://${domain}`
  if (env === 'development') return localAddress(invocation.root)
  throw new Failure(`The environment ${env} has no domain.`, { hint: 'Give the address of the service with --url.' })
}

function localSecrets(root: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(root, '.dev.vars'), 'utf8'))
  } catch {
    // The file is missing before the first `cms dev`.
    return {}
  }
}

/** Sends JSON with POST, and returns `data` of the response. */
export async function askService({ address, token }: RunningService, path: string, body: object) {
  const { data } = await post(address, path, body, { authorization: `Bearer ${token}` })
  return data
}

async function post(address: string, path: string, body: object, headers: Record<string, string>) {
  const url = new URL(path, address)
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch((error) => {
    throw new Failure(`No service answers at ${url.origin}.`, {
      hint: `Start it with cms dev. ${error.cause ?? error}`,
    })
  })
  const result = await response.json().catch(() => ({}))
  if (response.ok) return result
  const [first] = result.errors ?? []
  const reason = first ? `${first.path}: ${first.message}` : (result.detail ?? result.title ?? response.status)
  throw new Failure(`The service at ${url.origin} refused: ${reason}`)
}
