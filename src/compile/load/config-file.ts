import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Possible names of a config file, in order of precedence. A config in a data format gets its code from layers. */
export const CONFIG_FILES = ['ts', 'mts', 'js', 'mjs', 'json', 'jsonc', 'json5', 'yaml', 'yml', 'toml'].map(
  (extension) => `cms.config.${extension}`,
)

/** Returns the absolute path of the config file in a folder; `null` if there is none. */
export function configFileIn(folder: string): string | null {
  return CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
