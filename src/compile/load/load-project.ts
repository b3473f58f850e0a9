import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { loadRoutes } from '../../config/plugin-routes.ts'
import { captureOrigins } from '../../ground/origin.ts'
import { askedFor } from './asked-for.ts'
import { configFileIn } from './config-file.ts'
import { type LayeredConfig, loadLayers } from './layers/load-layers.ts'
import type { ModuleGraph } from './module-graph.ts'
import { addressOf, moduleGraphOf } from './module-hooks.ts'
import { untilSettled } from './until-settled.ts'

/** Project as its files declare it, before any check. */
export interface LoadedProject {
  /** Absolute path without a trailing slash. */
  readonly root: string
  /** Absolute path. */
  readonly configFile: string
  /** Absolute paths of the config files of its layers, in order of precedence. */
  readonly layers: readonly string[]
  /** Default export of the config file, merged with its layers. */
  readonly config: unknown
  readonly systemPlugins: readonly PluginUse[]
  /** Absolute paths of the project's files that were loaded, sorted. */
  readonly files: readonly string[]
}

interface SystemModule {
  readonly systemPlugins: readonly PluginUse[]
}

export class MissingConfig extends Error {}

/** Error whose `cause` was thrown while a config file and its imports were evaluated. */
export class EvaluationError extends Error {
  /** Absolute path. */
  readonly configFile: string

  constructor(configFile: string, cause: unknown) {
    super('the config cannot be evaluated', { cause })
    this.configFile = configFile
  }
}

/**
 * Evaluates the config file and its imports. Modules whose version has been evaluated before are reused.
 * @throws MissingConfig if there is no config file, EvaluationError if a file cannot be evaluated
 */
export async function loadProject(root: string): Promise<LoadedProject> {
  const graph = moduleGraphOf(root)
  captureOrigins(true)
  try {
    const system: SystemModule = await import('lintel/system')
    const { configFile, config, layers } = await evaluateConfig(root, 1)
    const systemPlugins = await askedFor(system.systemPlugins, config)
    await Promise.all(systemPlugins.map(({ plugin }) => loadRoutes(plugin)))
    return { root, configFile, layers, config, systemPlugins, files: graph.files() }
  } finally {
    captureOrigins(false)
  }
}

/**
 * Evaluates the config of a loaded project again, with separate instances of its modules, and returns it.
 * @param evaluation number of the evaluation, 2 or higher
 * @throws EvaluationError
 */
export async function loadAgain(root: string, evaluation: number): Promise<unknown> {
  return (await evaluateConfig(root, evaluation)).config
}

/** Evaluates a module of the project, unless it has been evaluated before, and returns its exports. */
export async function importModule(path: string, evaluation = 1): Promise<Readonly<Record<string, unknown>>> {
  return import(addressOf(path, evaluation))
}

/**
 * Loads, parses and links the config and its imports without running any of them: a module that is imported before
 * them throws.
 */
export async function linkConfig({ root }: ModuleGraph): Promise<void> {
  const path = configFileIn(root)
  if (path === null) return
  const imports = ['data:text/javascript,throw null', addressOf(path, 1), addressOf(path, 2)].map(
    (url) => `import ${JSON.stringify(url)}`,
  )
  try {
    await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`)
  } catch {
    // The first module always throws. Other errors are reported when the config is evaluated.
  }
}

async function evaluateConfig(
  root: string,
  evaluation: number,
): Promise<Pick<LoadedProject, 'configFile' | 'config' | 'layers'>> {
  const configFile = configFileIn(root)
  if (configFile === null) throw new MissingConfig(join(root, 'cms.config.ts'))
  try {
    const { config, files } = await untilSettled(() => importConfig(root, configFile, evaluation))
    return { configFile, config, layers: files.filter((file) => file !== configFile) }
  } catch (error) {
    throw new EvaluationError(configFile, error)
  }
}

/**
 * Loads the config with its layers, and the routes that its plugins load separately. The checks report entries that are
 * not plugins.
 */
async function importConfig(root: string, configFile: string, evaluation: number): Promise<LayeredConfig> {
  const loaded = await loadLayers(configFile, (path) => importModule(path, evaluation))
  noteFiles(root, loaded.files)
  const { plugins } = (loaded.config ?? {}) as Partial<Config>
  const uses: readonly (PluginUse | undefined)[] = Array.isArray(plugins) ? plugins : []
  const specs = uses.flatMap((use) => use?.plugin ?? [])
  await Promise.all(specs.filter(isObject).map(loadRoutes))
  return loaded
}

/** Adds config files to the module graph, since Node does not load those that are data. */
function noteFiles(root: string, files: readonly string[]): void {
  const graph = moduleGraphOf(root)
  for (const file of files) if (graph.owns(file)) graph.version(file, null)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
