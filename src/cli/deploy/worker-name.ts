import { Failure } from '../failure.ts'
import type { WranglerFile } from '../wrangler/wrangler-file.ts'

/**
 * Name of an environment's worker, as wrangler has it.
 * @throws Failure where `wrangler.toml` does not say
 */
export function workerName(file: WranglerFile | null, environment: string): string {
  const name = file?.env[environment]?.name ?? (file?.name === undefined ? undefined : `${file.name}-${environment}`)
  if (name !== undefined) return name
  throw new Failure('wrangler.toml does not name the worker.', { hint: '`cms build` writes it.' })
}
