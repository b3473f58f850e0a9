import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'

const CODE = ['.ts', '.mts', '.js', '.mjs']
const DATA = ['.json', '.jsonc', '.json5', '.yaml', '.yml', '.toml']

/** Possible names of a config file, in order of precedence. A config in a data format gets its code from layers. */
export const CONFIG_FILES = [...CODE, ...DATA].map((extension) => `cms.config${extension}`)

/** Returns whether a config file is code. All others are data, such as YAML. */
export function isCode(file: string): boolean {
  return CODE.includes(extname(file))
}

/** Returns the absolute path of the config file in a folder; `null` if there is none. */
export function configFileIn(folder: string): string | null {
  return CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
