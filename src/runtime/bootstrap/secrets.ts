import { HttpError } from '../common/errors.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { secretOf } from '../plugins/settings.ts'

/**
 * Refuses to serve without the secrets that plugins require. In development, missing secrets have been generated or are
 * optional.
 * @throws HttpError `not_configured`, naming each secret and its purpose
 */
export function checkSecrets(runtime: Runtime): void {
  if (runtime.environment.name === 'development') return
  const missing = runtime.program.manifest.plugins
    .filter(({ name }) => runtime.plugins.includes(name))
    .flatMap(({ secrets }) => Object.entries(secrets))
    .filter(([name, { required }]) => required === true && secretOf(runtime, name) === undefined)
  if (missing.length === 0) return
  const list = missing.map(([name, { description }]) => `${name} (${description})`).join('; ')
  throw new HttpError('not_configured', `Set the secret ${list}: wrangler secret put ${missing[0]?.[0]}`, {
    headers: { 'Retry-After': '60' },
  })
}
