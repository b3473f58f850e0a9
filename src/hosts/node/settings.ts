import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Trust, trustOf } from './server/client-address.ts'

/** Settings of a server, from variables of the process's environment. */
export interface Settings {
  /** `HOST`: address to listen on. Default `127.0.0.1`, for a proxy on the same machine. */
  readonly host: string
  /** `PORT`: port to listen on. Default 8787. */
  readonly port: number
  /** `DATA_FOLDER`: absolute path of the folder with database and files. Default `data` in the working directory. */
  readonly dataFolder: string
  /** `PROCESSES`: number of processes that handle requests, or `auto` for one per core. Default 1. */
  readonly processes: number
  /** `TRUSTED_PROXIES`: addresses of proxies whose `X-Forwarded-*` headers are trusted. Default `loopback`. */
  readonly isTrusted: Trust
  /** `TRUSTED_PROXIES` as written. */
  readonly trustedProxies: string
  /**
   * `DURABILITY` of a confirmed write: `full` survives a loss of power, `normal` a crash of the process. Default
   * `full`.
   */
  readonly durability: 'full' | 'normal'
}

/** An invalid setting, described for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const MAX_PROCESSES = 128

/**
 * Reads the settings.
 * @throws SettingError for an invalid one
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const trustedProxies = env.TRUSTED_PROXIES ?? 'loopback'
  return {
    host: env.HOST || '127.0.0.1',
    port: numberIn(env, 'PORT', 8787, 65_535),
    dataFolder: resolve(env.DATA_FOLDER || 'data'),
    processes:
      env.PROCESSES === 'auto' ? availableParallelism() : Math.max(1, numberIn(env, 'PROCESSES', 1, MAX_PROCESSES)),
    isTrusted: trusted(trustedProxies),
    trustedProxies,
    durability: durabilityIn(env.DURABILITY || 'full'),
  }
}

function numberIn(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual: number,
  most: number,
): number {
  const text = env[name] || String(usual)
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= most) return number
  throw new SettingError(`${name} is '${text}'. Set it to a whole number from 0 to ${most}.`)
}

function trusted(text: string): Trust {
  try {
    return trustOf(text)
  } catch (error) {
    throw new SettingError(
      `${error instanceof Error ? error.message : error} Example: TRUSTED_PROXIES=loopback,10.0.0.0/8`,
    )
  }
}

function durabilityIn(text: string): 'full' | 'normal' {
  if (text === 'full' || text === 'normal') return text
  throw new SettingError(`DURABILITY is '${text}'. Set it to full, or to normal.`)
}
