import type { Config } from '../../config/config.ts'
import { atValue, type Finding, type Position } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/words.ts'
import { configShape } from './config-shape.ts'
import { withoutBroken } from './shape.ts'

/** The usable parts of a config, and findings about the others. */
export interface Sound<T> {
  readonly sound: readonly T[]
  readonly findings: readonly Finding[]
}

/**
 * Returns the config without invalid parts, and with empty values for missing ones, so that the rest can be checked.
 */
export function soundConfig(config: Config, parents: Map<object, Position>): Config {
  const rest = withoutBroken(configShape, config)
  const isComplete = rest.name !== undefined && rest.collections !== undefined && rest.environments !== undefined
  if (rest === config && isComplete) return config
  const sound = { ...rest, name: rest.name ?? '', collections: rest.collections ?? [] }
  const complete = { ...sound, environments: rest.environments ?? { development: {} } }
  parents.set(complete, atValue(config))
  return complete
}

export function noConfig(config: unknown): Finding {
  const what = config === undefined ? 'has no default export' : `exports ${show(config)} by default`
  return {
    code: 'no-config',
    message: `The config file ${what}, so there is no config.`,
    hint: 'Write: export default defineConfig({ … }).',
    at: { file: 'cms.config.ts' },
  }
}
