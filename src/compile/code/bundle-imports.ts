import { basename, dirname, join, resolve, sep } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import type { Host } from '../../config/config.ts'
import { packageRoot } from '../load/package-root.ts'
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
  /** Hosts for which the import leads there; absent unless it leads to other modules for another host. */
  readonly hosts?: readonly Host[]
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
  const { metafile } = await build({
    ...optionsFor(root, variant),
    stdin: { contents: entries.map(importOf).join('\n'), resolveDir: root, sourcefile: ENTRY },
    plugins: [generatedModules(root), modulesOfLintel, overlayFiles(overlay), leaveOut(unchanged)],
  })
  const inputs = Object.keys(metafile.inputs).map((input) => resolve(root, input))
  const all = [...inputs, ...unchanged]
  return new Map(
    Object.entries(metafile.inputs).map(([input, { imports }]) => {
      const path = input === ENTRY ? ENTRY : resolve(root, input)
      return [path, imports.map((found) => importIn({ root, path, all }, found))]
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
    external: [...usual.external, ...(host === 'node' ? HOST_OPTIONS.node.external : [])],
    alias: { ...builtinAliases, ...alias },
    // Not replaced, so that code for development and for production is included.
    define: { ...define, 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    loader: { ...usual.loader, '.wasm': 'copy' },
    outdir: join(root, '.cms/graph'),
    write: false,
    metafile: true,
    ...(tsconfig !== null && { tsconfig }),
  } satisfies BuildOptions & { metafile: true }
}

/** Modules that the compiler writes, whose content follows from others. */
const GENERATED = new Set(['manifest.json', 'migration-heads.json', 'migrations.json', 'program.ts', 'tables.ts'])

/** Leaves out generated modules, which may not be written yet. Other modules in their folder are included. */
function generatedModules(root: string): Plugin {
  const folder = join(root, '.cms')
  return {
    name: 'generated-modules',
    setup(builder) {
      builder.onResolve({ filter: /\.cms\// }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path)
        return dirname(file) === folder && GENERATED.has(basename(file)) ? { path, external: true } : null
      })
    },
  }
}

/** Leaves out Lintel's own modules, which its version identifies, but not those of another package with its name. */
const modulesOfLintel: Plugin = {
  name: 'modules-of-lintel',
  setup(builder) {
    builder.onResolve({ filter: /^lintel(?:\/|$)/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === RESOLVING) return null
      const found = await builder.resolve(path, { ...args, pluginData: RESOLVING })
      const isOther = found.errors.length === 0 && !found.external && !found.path.startsWith(packageRoot)
      return isOther ? null : { path, external: true }
    })
  },
}

/** Leaves out modules once the bundler has resolved them. */
function leaveOut(modules: ReadonlySet<string>): Plugin {
  return {
    name: 'leave-out',
    setup(builder) {
      if (modules.size === 0) return
      builder.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...args }) => {
        if (pluginData === RESOLVING) return null
        const found = await builder.resolve(path, { ...args, pluginData: RESOLVING })
        if (found.errors.length > 0) return { errors: found.errors }
        if (found.external || !modules.has(found.path)) return found
        return { path: LEFT_OUT + JSON.stringify([path, found.path]), external: true }
      })
    },
  }
}

/** Prefix of the paths of modules that are left out of the bundle; the import specifier and the module follow it. */
const LEFT_OUT = 'left-out:'

const RESOLVING = Symbol('marks what the plugin itself asks')

interface Importer {
  readonly root: string
  readonly path: string
  /** Absolute paths of all modules. */
  readonly all: readonly string[]
}

function importIn({ root, path, all }: Importer, found: Metafile['inputs'][string]['imports'][number]): ModuleImport {
  const { path: target, original = target, external } = found
  if (!external) return { specifier: original, paths: [resolve(root, target)] }
  if (target.startsWith(LEFT_OUT)) {
    const [specifier, left] = JSON.parse(target.slice(LEFT_OUT.length)) as [string, string]
    return { specifier, paths: [left] }
  }
  // An address that is composed at run time may lead to any module below its fixed folder.
  if (!target.includes('*')) return { specifier: target, paths: [] }
  const folder = resolve(path, '..', target.replace(/[^/]*\*.*$/, '')) + sep
  return { specifier: target, paths: all.filter((module) => module.startsWith(folder)) }
}
