import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiled } from '../compile-project.ts'
import { readDeclaredBefore } from './declared-before.ts'
import { planWrangler } from './plan-wrangler.ts'
import { readWranglerText } from './wrangler-file.ts'

export const WRANGLER_FILE = 'wrangler.toml'

/**
 * Updates `wrangler.toml` for the config's environments. A project without the file gets one, if it has a worker.
 * @param before earlier declarations of the config, from `readDeclaredBefore`
 * @returns whether anything changed
 */
export function writeWrangler(
  root: string,
  compilation: Pick<Compiled, 'config' | 'manifest'>,
  before: ReturnType<typeof readDeclaredBefore>,
): boolean {
  const planned = plannedWrangler(root, compilation, before)
  if (planned === null) return false
  writeFileSync(join(root, WRANGLER_FILE), planned)
  return true
}

/** Tells whether `wrangler.toml` does not match the config; `false` for a project that does not need the file. */
export function isWranglerStale(root: string, compilation: Pick<Compiled, 'config' | 'manifest'>): boolean {
  return plannedWrangler(root, compilation, readDeclaredBefore(root)) !== null
}

/** Returns the new text of `wrangler.toml`; `null` if the file is right, or the project does not need the file. */
function plannedWrangler(
  root: string,
  { config, manifest }: Pick<Compiled, 'config' | 'manifest'>,
  before: ReturnType<typeof readDeclaredBefore>,
): string | null {
  const text = readWranglerText(root)
  if (text === null && !WORKERS.some((path) => existsSync(join(root, path)))) return null
  const { environments } = manifest
  const planned = planWrangler(text ?? HEADER, { root, config, environments, before })
  return planned === text ? null : planned
}

const WORKERS = ['src/worker.ts', 'worker.ts']

const HEADER = `# The worker in each environment of cms.config.ts: \`cms build\` writes what follows from the config and keeps everything else.
# The top level is development, which runs on this machine only.
`
