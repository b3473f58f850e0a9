import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig } from 'c12'
import { captureOrigins } from '../../config/origin.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { moduleGraphOf } from './module-hooks.ts'

/** A project as its files say it, not yet looked at. */
export interface LoadedProject {
  /** Absolute, without a closing slash. */
  readonly root: string
  /** Absolute. */
  readonly configFile: string
  /** The default export of the config file. */
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
    const { systemPlugins }: SystemModule = await import('lintel/system')
    const { configFile, config } = await evaluateConfig(root)
    return { root, configFile, config, systemPlugins, files: graph.files() }
  } finally {
    captureOrigins(false)
  }
}

/** Evaluates a module of the project, or finds it already evaluated, and hands out its exports. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(path).href)
}

async function evaluateConfig(root: string): Promise<{ configFile: string; config: unknown }> {
  const loaded = await loadConfig<{ exported?: unknown }>({
    cwd: root,
    name: 'cms',
    envName: false,
    rcFile: false,
    globalRc: false,
    packageJson: false,
    extend: false,
    giget: false,
    // The default export is wrapped, so that it comes out as the very object whose call site is known.
    jiti: { import: async (path: string) => ({ exported: await importConfig(path) }) } as never,
    merger: (...sources) => Object.assign({}, ...sources.filter(Boolean).reverse()),
  })
  if (loaded._configFile === undefined) throw new MissingConfig(join(root, 'cms.config.ts'))
  return { configFile: loaded._configFile, config: loaded.config.exported }
}

async function importConfig(path: string): Promise<unknown> {
  try {
    return (await importModule(path)).default
  } catch (error) {
    throw new EvaluationError(path, error)
  }
}
