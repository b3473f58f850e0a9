import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BuildContext, BuildOptions, BuildResult, Metafile } from 'esbuild'
import { builtinAliases } from '../../compile/code/bundle-options.ts'
import { bundleFindings, isBuildFailure } from '../../compile/code/bundle-problem.ts'
import { reportFindings } from '../../compile/diagnostics/report.ts'
import type { Diagnostic } from '../../compile/index.ts'
import { Failure } from '../failure.ts'
import { loadTool } from '../tools.ts'
import { workerdOptions } from '../workerd/workerd-options.ts'
import { bundleLibraries, importedNames, type Libraries } from './libraries.ts'
import {
  createExternalModules,
  createModuleBundler,
  type ModuleBundler,
  type ProjectModules,
} from './project-modules.ts'

/** Worker as modules, or the reason why it cannot be made. */
export type Bundle = BundledWorker | { readonly diagnostics: readonly Diagnostic[] }

export interface BundledWorker {
  /** Code of the program, which every save may change. */
  readonly code: string
  /** Sources of the project's modules that the program imports, by name. A name always means the same source. */
  readonly modules: ReadonlyMap<string, string>
  /**
   * Libraries that the program imports by name; `null` if `code` includes all of them. The object stays the same until
   * a library changes.
   */
  readonly libraries: Libraries | null
  /**
   * Returns the parts of the program's API reference. Making them takes time, so they are made when the worker needs
   * them.
   */
  readonly reference: () => string
}

export interface Bundler {
  /**
   * Bundles again; only files that have changed since the last time are read and parsed.
   * @param changed absolute paths of the files that have changed
   * @param reference makes the parts of the program's API reference
   */
  bundle(changed: readonly string[], reference: () => string): Promise<Bundle>
  dispose(): Promise<void>
}

/**
 * Creates a bundler that bundles the worker's main module as wrangler would, but in three parts, since linking takes
 * most of the time: libraries, which stay in workerd; the project's plugins and functions, linked again when one of
 * them changes; and the program, linked at every save. If parts cannot be separated without changing the program's
 * meaning, there is a single part.
 * @param main path relative to the project; `null` for the default module, which only serves the program
 */
export async function createBundler(root: string, main: string | null): Promise<Bundler> {
  const esbuild = await loadTool('esbuild')
  let reference: BundledWorker['reference'] = () => ''
  const outside = createExternalModules(realpathSync(root))
  const apart = { ...workerdOptions(root), alias: builtinAliases, packages: 'external' } as const
  const split: BuildOptions & { write: false } = {
    ...apart,
    ...entryOf(root, main),
    plugins: [...apart.plugins, outside.plugin],
    metafile: true,
  }
  const whole: BuildOptions & { write: false } = {
    ...workerdOptions(root),
    ...entryOf(root, main),
    plugins: [...workerdOptions(root).plugins, outside.plugin],
  }
  let build: BuildContext<{ write: false }> = await esbuild.context(split)
  let bundler: ModuleBundler | null = null
  let projectModules: ProjectModules = NONE
  let libraries: Libraries | null = null

  /**
   * Bundles the program, and the project's own modules separately. Only the modules that have changed are linked again.
   */
  const bundleProject = async (changed: readonly string[]): Promise<BuildResult<{ write: false }>> => {
    if (bundler && changed.some(isIn(projectModules.sources))) projectModules = await bundler.bundle()
    outside.use(projectModules.names)
    const result = await build.rebuild()
    const entries = outside.entries()
    if (isSameList(entries, [...projectModules.names.keys()].sort())) return result
    await bundler?.dispose()
    bundler = await createModuleBundler(root, entries, apart)
    projectModules = await bundler.bundle()
    if (result.metafile && overlaps(root, result.metafile, projectModules.sources)) return bundleTogether()
    outside.use(projectModules.names)
    return build.rebuild()
  }
  /** Bundles everything together: a file that is both in the main module and in a plugin must be included once. */
  const bundleTogether = (): Promise<BuildResult<{ write: false }>> => {
    projectModules = NONE
    isTogether = true
    outside.use(null)
    return build.rebuild()
  }
  let isTogether = false

  const bundle = async (changed: readonly string[]): Promise<BundledWorker> => {
    const { metafile, outputFiles } = await (isTogether ? build.rebuild() : bundleProject(changed))
    const code = outputFiles[0]?.text ?? ''
    const { modules } = projectModules
    if (!metafile) return { code, modules, libraries: null, reference }
    const project = joined(metafile, projectModules.metafile)
    const names = [...new Set([...(libraries?.specifiers ?? []), ...importedNames(project)])].sort()
    if (libraries === null || names.length > libraries.specifiers.length || changed.some(isIn(libraries.sources))) {
      libraries = await bundleLibraries(root, names, project).catch(async (error: unknown) => {
        // Only the whole bundle shows which import is at fault; if it has no errors, it is served.
        await esbuild.build(whole)
        if (isBuildFailure(error)) return null
        throw error
      })
      if (libraries === null) return bundleWhole()
    }
    return { code, modules, libraries, reference }
  }
  const bundleWhole = async (): Promise<BundledWorker> => {
    await build.dispose()
    isTogether = true
    projectModules = NONE
    outside.use(null)
    build = await esbuild.context({ ...whole, metafile: false })
    return bundle([])
  }
  return {
    async bundle(changed, replacement) {
      reference = replacement
      try {
        return await bundle(changed)
      } catch (error) {
        const context = { root, configFile: '', layers: [], parents: new Map() }
        return { diagnostics: await reportFindings(bundleFindings(error), context) }
      }
    },
    async dispose() {
      await bundler?.dispose()
      await build.dispose()
    },
  }
}

const NONE: ProjectModules = {
  modules: new Map(),
  names: new Map(),
  sources: new Set(),
  metafile: { inputs: {}, outputs: {} },
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function overlaps(root: string, { inputs }: Metafile, sources: ReadonlySet<string>): boolean {
  return Object.keys(inputs).some((path) => sources.has(resolve(root, path)))
}

function joined(one: Metafile, other: Metafile): Metafile {
  return { inputs: { ...one.inputs, ...other.inputs }, outputs: { ...one.outputs, ...other.outputs } }
}

function isIn(files: ReadonlySet<string>): (path: string) => boolean {
  return (path) => files.has(path)
}

/**
 * Returns the entry of the worker's bundle.
 * @throws Failure if the main module does not exist
 */
function entryOf(root: string, main: string | null): Pick<BuildOptions, 'entryPoints' | 'stdin'> {
  if (main === null) return { stdin: { contents: USUAL_MAIN, resolveDir: root, sourcefile: 'worker.ts', loader: 'ts' } }
  if (existsSync(resolve(root, main))) return { entryPoints: [resolve(root, main)] }
  throw new Failure(`${main}, which wrangler.toml names as the main module, does not exist.`)
}

const USUAL_MAIN = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`
