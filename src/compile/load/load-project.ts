import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { captureOrigins } from '../../config/origin.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { loadRoutes } from '../../config/plugin-routes.ts'
import { askedFor } from './asked-for.ts'
import { configFileIn } from './config-file.ts'
import { type LayeredConfig, loadLayers } from './layers/load-layers.ts'
import type { ModuleGraph } from './module-graph.ts'
import { addressOf, moduleGraphOf } from './module-hooks.ts'
import { untilSettled } from './until-settled.ts'

/** A project as its files say it, not yet looked at. */
export interface LoadedProject {
  /** Absolute, without a closing slash. */
  readonly root: string
  /** Absolute. */
  readonly configFile: string
  /** Those of its layers, absolute, the nearest first. */
  readonly layers: readonly string[]
  /** The default export of the config file, merged with its layers. */
  readonly config: unknown
  readonly systemPlugins: readonly PluginUse[]
  /** Every file of the project that was evaluated, absolute and sorted. */
  readonly files: readonly string[]
}

interface SystemModule {
  readonly systemPlugins: readonly PluginUse[]
}

export class MissingConfig extends Error {}

/** Something was thrown, in `cause`, while this config file and what it imports were evaluated. */
export class EvaluationError extends Error {
  /** Absolute. */
  readonly configFile: string

  constructor(configFile: string, cause: unknown) {
    super('the config cannot be evaluated', { cause })
    this.configFile = configFile
  }
}

/**
 * Evaluates `cms.config.ts` and what it imports, but for modules whose version has been evaluated before.
 * @throws MissingConfig where there is none, EvaluationError where a file cannot be evaluated.
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
 * Evaluates the config of a project that is loaded once more, with modules of its own, and hands it out.
 * @param evaluation from 2
 * @throws EvaluationError
 */
export async function loadAgain(root: string, evaluation: number): Promise<unknown> {
  return (await evaluateConfig(root, evaluation)).config
}

/** Evaluates a module of the project, or finds it already evaluated, and hands out its exports. */
export async function importModule(path: string, evaluation = 1): Promise<Readonly<Record<string, unknown>>> {
  return import(addressOf(path, evaluation))
}

/**
 * Loads and compiles the config and what it imports without running any of it: what stands before it in this module
 * throws.
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
    // As meant; and what else is wrong is said when it is evaluated.
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
 * The config with its layers, and the routes of its plugins that are loaded apart. What is no plugin is told of by the
 * checks.
 */
async function importConfig(root: string, configFile: string, evaluation: number): Promise<LayeredConfig> {
  const loaded = await loadLayers(configFile, (path) => importModule(path, evaluation))
  noteFiles(root, loaded.files)
  const { plugins } = (loaded.config ?? {}) as Partial<Config>
  const uses: readonly (PluginUse | undefined)[] = Array.isArray(plugins) ? plugins : []
  const given = uses.flatMap((use) => use?.plugin ?? [])
  await Promise.all(given.filter(isObject).map(loadRoutes))
  return loaded
}

/** Files that are data take part, too, though Node does not load them. */
function noteFiles(root: string, files: readonly string[]): void {
  const graph = moduleGraphOf(root)
  for (const file of files) if (graph.owns(file)) graph.version(file, null)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
