import { statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig, type ResolvedConfig } from 'c12'
import { isPlainObject } from '../../plain-object.ts'
import { configFileIn } from '../config-file.ts'
import { copyOf } from './layered.ts'
import { mergeConfigs } from './merge-configs.ts'
import { withDeclared } from './overrides.ts'

/** Error for a layer that cannot be loaded. */
export class LayerError extends Error {
  readonly hint: string
  /** Config that extends the layer: its declaration, unless it is data, and the absolute path of its file. */
  readonly from: { readonly declaration: object | undefined; readonly file: string }

  constructor(message: string, hint: string, from: LayerError['from']) {
    super(message)
    this.hint = hint
    this.from = from
  }
}

/** Config that is merged with its layers. */
export interface LayeredConfig {
  readonly config: unknown
  /** Absolute paths of the config files of the project and its layers, in order of precedence. */
  readonly files: readonly string[]
}

/**
 * Loads a config file and its layers, and merges them.
 * @param importModule evaluates a file that is code
 * @throws LayerError
 */
export async function loadLayers(
  configFile: string,
  importModule: (path: string) => Promise<Readonly<Record<string, unknown>>>,
): Promise<LayeredConfig> {
  const files: string[] = []
  const declarations = new Map<string, unknown>()
  const importDeclaration = async (path: string) => {
    const { default: declaration } = await importModule(path)
    declarations.set(dirname(path), declaration)
    // Returns a copy, because c12 changes the config.
    return { default: isPlainObject(declaration) ? copyOf(declaration) : {} }
  }
  const load = (file: string, extend: boolean): Promise<ResolvedConfig> => {
    files.push(file)
    return loadConfig({
      ...SWITCHED_OFF,
      cwd: dirname(file),
      configFile: basename(file),
      import: importDeclaration,
      merger: mergeConfigs,
      ...(extend ? { resolve: readLayer } : { extend: false as const }),
    })
  }
  const readLayer = async (source: string, { cwd = '' }: { readonly cwd?: string }) => {
    if (source === '.') return null
    const declaration = declarations.get(cwd)
    const from = { declaration: isPlainObject(declaration) ? declaration : undefined, file: configFileIn(cwd) ?? cwd }
    const file = layerFile(source, cwd, from)
    const { layers: [layer] = [] } = await load(file, false)
    return { config: layer?.config ?? {}, configFile: file, _configFile: file, cwd: dirname(file), source }
  }
  const { config, layers = [] } = await load(configFile, true)
  const exported = declarations.get(dirname(configFile))
  if (declarations.has(dirname(configFile)) && !isPlainObject(exported)) return { config: exported, files }
  return {
    config: withDeclared(
      config,
      layers.map((layer) => layer.config ?? {}),
    ),
    files,
  }
}

/** Name of the config files. Other sources are switched off, because no review covers them. */
const SWITCHED_OFF = {
  name: 'cms',
  dotenv: false,
  rcFile: false,
  globalRc: false,
  packageJson: false,
  giget: false,
  envName: false,
} as const

/** Returns the config file of a layer: in a folder of the project, or in an installed package. */
function layerFile(source: string, cwd: string, from: LayerError['from']): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(source) || source.startsWith('//')) {
    const hint = 'Install it as a package, or copy it into a folder of the project and extend that folder.'
    throw new LayerError(`The layer '${source}' is remote, but a config loads nothing from the network.`, hint, from)
  }
  const path = source.startsWith('.') ? resolve(cwd, source) : inPackage(source, cwd)
  if (path === null) {
    throw new LayerError(
      `The package of the layer '${source}' is not installed.`,
      `Run \`npm install ${source}\`, or write './${source}' for a folder.`,
      from,
    )
  }
  const file = fileAt(path)
  if (file === null) {
    throw new LayerError(
      `The layer '${source}' has no config file.`,
      'A layer is a folder of the project with a cms.config.ts, or an installed package with a cms.config.js.',
      from,
    )
  }
  return file
}

/** Returns the config file at a path; `null` if there is none, or if the path is outside of the project. */
function fileAt(path: string): string | null {
  try {
    return statSync(path).isFile() ? path : configFileIn(path)
  } catch {
    return null
  }
}

function inPackage(source: string, cwd: string): string | null {
  const [, name = source, below = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(source) ?? []
  try {
    const manifest = findPackageJSON(name, pathToFileURL(join(cwd, 'cms.config.js')))
    return manifest === undefined ? null : join(dirname(manifest), below)
  } catch {
    return null
  }
}
