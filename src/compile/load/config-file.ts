import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Names under which a config is looked for, the first that is there: as code, or as data where layers bring the code. */
export const CONFIG_FILES = ['ts', 'mts', 'js', 'mjs', 'json', 'jsonc', 'json5', 'yaml', 'yml', 'toml'].map(
  (extension) => `cms.config.${extension}`,
)

/** The config file of a folder, absolute. */
export function configFileIn(folder: string): string | null {
  return CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
