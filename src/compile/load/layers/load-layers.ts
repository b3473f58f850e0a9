import { statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { configFileIn, isCode } from '../config-file.ts'
import { copyOf } from './layered.ts'
import { mergeConfigs } from './merge-configs.ts'
import { withDeclared } from './overrides.ts'
import { readData } from './read-config.ts'

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

/** Config file with its content. */
interface ConfigSource {
  readonly file: string
  /** Default export, or the content of a data file. */
  readonly declaration: unknown
}

type Import = (path: string) => Promise<Readonly<Record<string, unknown>>>

/**
 * Loads a config file and its layers, and merges them.
 * @param importModule evaluates a file that is code
 * @throws LayerError, DataError
 */
export async function loadLayers(configFile: string, importModule: Import): Promise<LayeredConfig> {
  const sources = await withLayers(await readSource(configFile, importModule), importModule, [])
  const [project] = sources
  if (!isPlainObject(project?.declaration)) return { config: project?.declaration, files: [configFile] }
  // A layer that several others extend has less precedence than all of them.
  const distinct = sources.filter(({ file }, index) => !sources.slice(index + 1).some((later) => later.file === file))
  const configs = distinct.map(({ declaration }) => withoutExtends(declaration))
  return { config: withDeclared(mergeConfigs(configs), configs), files: distinct.map(({ file }) => file) }
}

async function readSource(file: string, importModule: Import): Promise<ConfigSource> {
  return { file, declaration: isCode(file) ? (await importModule(file)).default : await readData(file) }
}

/**
 * Returns a config with its layers, in order of precedence. A layer may occur several times.
 * @param above files that extend this one
 */
async function withLayers(
  source: ConfigSource,
  importModule: Import,
  above: readonly string[],
): Promise<readonly ConfigSource[]> {
  const { file, declaration } = source
  if (!isPlainObject(declaration)) return [source]
  const from = { declaration: isCode(file) ? declaration : undefined, file }
  const below: ConfigSource[] = []
  for (const name of namesOf(declaration.extends, from)) {
    const path = layerPath(name, dirname(file), from)
    if ([file, ...above].some((other) => other === path || dirname(other) === path)) {
      const hint = 'Remove one of the two, or move what both need into a separate layer.'
      throw new LayerError(`The layer '${name}' extends this config.`, hint, from)
    }
    const layer = await readSource(layerFile(name, path, from), importModule)
    if (!isPlainObject(layer.declaration)) {
      const hint = 'Write `export default defineLayer({ … })` in its config file.'
      throw new LayerError(`The layer '${name}' exports no config.`, hint, from)
    }
    below.push(...(await withLayers(layer, importModule, [...above, file])))
  }
  return [source, ...below]
}

/** Returns the layers that the option `extends` names. */
function namesOf(value: unknown, from: LayerError['from']): readonly string[] {
  const names: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== ''
  if (names.every(isName)) return names
  const hint = "Write the folder or the package of each layer: `extends: ['./base', '@agency/base']`."
  throw new LayerError('`extends` must be a string or a list of strings.', hint, from)
}

function withoutExtends(declaration: unknown): PlainObject {
  const config = declaration as PlainObject // checked when the layers were loaded
  const { extends: _, ...options } = config
  return copyOf(config, options)
}

/** Returns the folder or the file of a layer: in the project, or in an installed package. */
function layerPath(source: string, cwd: string, from: LayerError['from']): string {
  if (source.startsWith('file:')) {
    throw new LayerError(`The layer '${source}' is a URL, not a path.`, 'Write the path of its folder: `./base`.', from)
  }
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
  return path
}

function layerFile(source: string, path: string, from: LayerError['from']): string {
  const file = fileAt(path)
  if (file === null) {
    throw new LayerError(
      `The layer '${source}' has no config file in the project.`,
      'A layer is a folder of the project with a cms.config.ts, or an installed package with a cms.config.js.',
      from,
    )
  }
  return file
}

/** Returns the config file at a path; `null` if there is none, or if the path is outside the project. */
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
