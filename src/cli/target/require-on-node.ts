import type { Config } from '../../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireEnvironment } from './with-target.ts'

/**
 * Requires that the host of an environment is Node.
 * @throws Failure for any other host, for development, and for an environment that the config lacks
 */
export function requireOnNode(environment: string, config: Pick<Config, 'environments'>): void {
  requireEnvironment(environment, config)
  if (environment === 'development') {
    throw new Failure('development runs on this machine only: `cms dev` serves it.', {
      exitCode: exitCodes.wrongTarget,
    })
  }
  if (config.environments[environment]?.host === 'node') return
  throw new Failure(`The host of ${environment} is Cloudflare: it has no server to build or to start.`, {
    hint: `Set host: 'node' for it in cms.config.ts, or upload it: cms deploy --env ${environment}`,
    exitCode: exitCodes.wrongTarget,
  })
}
