import { join, resolve, sep } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { loadTool } from '../tools.ts'
import { builtinAliases, bundleOptions, HOST_OPTIONS } from './bundle-options.ts'
import type { BundleVariant } from './bundle-variants.ts'
import { type Overlay, overlayFiles } from './overlay-files.ts'

/** An import of a module, as the bundler resolves it. */
export interface ModuleImport {
  /** Specifier as the module writes it. */
  readonly specifier: string
  /** Absolute paths of the imported modules; empty for those outside the bundle, such as those of the host. */
  readonly paths: readonly string[]
}

/** Imports of the modules of a bundle, by absolute path; those of its entries under `ENTRY`. */
export type BundleImports = ReadonlyMap<string, readonly ModuleImport[]>

/** Name of the module that imports all entries. */
export const ENTRY = 'lintel:program'

export interface BundleSource {
  readonly root: string
  /** Modules to begin with: absolute paths, or specifiers as in a module in the project's folder. */
  readonly entries: readonly string[]
  readonly overlay: Overlay
}

/**
 * Returns the imports of each module of a bundle, as the bundler resolves them.
 * @param unchanged modules to leave out, with everything that they import
 * @throws BuildFailure if a module cannot be resolved or parsed
 * @throws MissingTool if esbuild is not installed
 */
export async function readImports(
  { root, entries, overlay }: BundleSource,
  variant: BundleVariant,
  unchanged: ReadonlySet<string>,
): Promise<BundleImports> {
  const { build } = await loadTool('esbuild')
  const specifiers = new Map<string, string>()
  const { metafile } = await build({
    ...optionsFor(root, variant),
    stdin: { contents: entries.map(importOf).join('\n'), resolveDir: root, sourcefile: ENTRY },
    plugins: [generatedModules(root), overlayFiles(overlay), leaveOut(unchanged, specifiers)],
  })
  const inputs = Object.keys(metafile.inputs).map((input) => resolve(root, input))
  const all = [...inputs, ...unchanged]
  return new Map(
    Object.entries(metafile.inputs).map(([input, { imports }]) => {
      const path = input === ENTRY ? ENTRY : resolve(root, input)
      return [path, imports.map((found) => importIn({ root, path, specifiers, all }, found))]
    }),
  )
}

function importOf(path: string): string {
  return `import(${JSON.stringify(path)})`
}

function optionsFor(root: string, { host, alias, define, tsconfig }: BundleVariant) {
  const usual = bundleOptions(root)
  return {
    ...usual,
    ...HOST_OPTIONS[host],
    // Lintel's own modules count by its version.
    external: [...usual.external, ...(host === 'node' ? HOST_OPTIONS.node.external : []), 'lintel', 'lintel/*'],
    alias: { ...builtinAliases, ...alias },
    // Code for development and for production counts alike.
    define: { ...define, 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    loader: { ...usual.loader, '.wasm': 'copy' },
    outdir: join(root, '.cms/graph'),
    write: false,
    metafile: true,
    ...(tsconfig !== null && { tsconfig }),
  } satisfies BuildOptions & { metafile: true }
}

/** Leaves out modules that the compiler writes, whose content follows from others. */
function generatedModules(root: string): Plugin {
  const folder = join(root, '.cms') + sep
  return {
    name: 'generated-modules',
    setup(builder) {
      builder.onResolve({ filter: /\.cms\// }, ({ path, resolveDir }) =>
        resolve(resolveDir, path).startsWith(folder) ? { path, external: true } : null,
      )
    },
  }
}

/**
 * Leaves out modules once the bundler has resolved them.
 * @param specifiers receives the specifiers that led to them, by importer and path
 */
function leaveOut(modules: ReadonlySet<string>, specifiers: Map<string, string>): Plugin {
  return {
    name: 'leave-out',
    setup(builder) {
      if (modules.size === 0) return
      builder.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...args }) => {
        if (pluginData === RESOLVING) return null
        const found = await builder.resolve(path, { ...args, pluginData: RESOLVING })
        if (found.errors.length > 0) return { errors: found.errors }
        if (found.external || !modules.has(found.path)) return found
        specifiers.set(`${args.importer} ${found.path}`, path)
        return { path: found.path, external: true }
      })
    },
  }
}

const RESOLVING = Symbol('marks what the plugin itself asks')

interface Importer {
  readonly root: string
  readonly path: string
  readonly specifiers: ReadonlyMap<string, string>
  /** Absolute paths of all modules. */
  readonly all: readonly string[]
}

function importIn(
  { root, path, specifiers, all }: Importer,
  found: Metafile['inputs'][string]['imports'][number],
): ModuleImport {
  const { path: target, original = target, external } = found
  if (!external) return { specifier: original, paths: [resolve(root, target)] }
  const left = specifiers.get(`${path} ${target}`)
  if (left !== undefined) return { specifier: left, paths: [target] }
  // An address that is composed at run time: the bundler includes all files that match.
  if (!target.includes('*')) return { specifier: target, paths: [] }
  const folder = resolve(path, '..', target.replace(/[^/]*\*.*$/, '')) + sep
  return { specifier: target, paths: all.filter((module) => module.startsWith(folder)) }
}
