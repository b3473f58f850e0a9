import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { loadTool } from '../tools.ts'
import { builtinAliases, bundleOptions, HOST_OPTIONS } from './bundle-options.ts'
import type { BundleVariant } from './bundle-variants.ts'
import { hashOfBytes, nameOfModule } from './module-name.ts'
import { type Overlay, overlayFiles } from './overlay-files.ts'

/** A program as the bundler resolves and reads it. */
export interface ProgramGraph {
  /** Modules by absolute path. */
  readonly modules: ReadonlyMap<string, ProgramModule>
  /** Imports of the modules at which the program begins. */
  readonly entries: readonly ProgramImport[]
}

export interface ProgramModule {
  /** Name that is the same on every machine: a path relative to the project, or within `package@version`. */
  readonly name: string
  /** SHA-256 of its content, with normalized line endings. */
  readonly hash: string
  readonly imports: readonly ProgramImport[]
}

export interface ProgramImport {
  /** Specifier as the module writes it. */
  readonly specifier: string
  /** Absolute paths of the modules that it leads to; empty for modules of the host, and of Lintel. */
  readonly paths: readonly string[]
}

export interface GraphSource {
  readonly root: string
  /** Modules at which the program begins: absolute paths, or specifiers as in a module in the project's folder. */
  readonly entries: readonly string[]
  /** The bundles that are made of them. A module counts with the imports that it has in any of them. */
  readonly variants: readonly BundleVariant[]
  readonly overlay: Overlay
}

/**
 * Asks the bundler which modules a program consists of. Nothing else decides what counts: what esbuild takes is what
 * runs.
 * @throws BuildFailure if a module cannot be resolved or parsed
 * @throws MissingTool if esbuild is not installed
 */
export async function readGraph({ root, entries, variants, overlay }: GraphSource): Promise<ProgramGraph> {
  const { build } = await loadTool('esbuild')
  const stdin = { contents: entries.map(importOf).join('\n'), resolveDir: root, sourcefile: ENTRY }
  const plugins = [generated(root), overlayFiles(overlay)]
  const builds = variants.map((variant) => build({ ...optionsFor(root, variant), stdin, plugins }))
  const metafiles = (await Promise.all(builds)).map(({ metafile }) => metafile)
  return graphOf(root, metafiles, overlay)
}

/** Name of the module that imports all entries. */
export const ENTRY = 'lintel:program'

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
function generated(root: string): Plugin {
  const folder = join(root, '.cms') + sep
  return {
    name: 'generated',
    setup(builder) {
      builder.onResolve({ filter: /\.cms\// }, ({ path, resolveDir }) =>
        resolve(resolveDir, path).startsWith(folder) ? { path, external: true } : null,
      )
    },
  }
}

function graphOf(root: string, metafiles: readonly Metafile[], overlay: Overlay): ProgramGraph {
  const imports = new Map<string, Map<string, Set<string>>>()
  for (const { inputs } of metafiles) {
    for (const [input, found] of Object.entries(inputs)) {
      const path = input === ENTRY ? ENTRY : resolve(root, input)
      const known = imports.get(path) ?? new Map<string, Set<string>>()
      imports.set(path, known)
      for (const [specifier, targets] of importsOf(root, input, found, inputs)) {
        const paths = known.get(specifier) ?? new Set()
        for (const target of targets) paths.add(target)
        known.set(specifier, paths)
      }
    }
  }
  const importsFrom = (path: string): readonly ProgramImport[] =>
    [...(imports.get(path) ?? [])].map(([specifier, paths]) => ({ specifier, paths: [...paths] }))
  const modules = [...imports.keys()]
    .filter((path) => path !== ENTRY)
    .map((path): [string, ProgramModule] => {
      const content = overlay.get(path) ?? readFileSync(path)
      return [path, { name: nameOfModule(root, path), hash: hashOfBytes(content, path), imports: importsFrom(path) }]
    })
  return { modules: new Map(modules), entries: importsFrom(ENTRY) }
}

type Inputs = Metafile['inputs']

function importsOf(
  root: string,
  input: string,
  { imports }: Inputs[string],
  inputs: Inputs,
): readonly (readonly [string, readonly string[]])[] {
  return imports.map(({ path, original = path, external }) => {
    if (!external) return [original, [resolve(root, path)]]
    return [original, isPattern(path) ? inFolderOf(root, input, path, inputs) : []]
  })
}

/** Tells whether an import is composed at run time: `./pages/**` + `/*.ts`. The bundler includes all files that match. */
function isPattern(path: string): boolean {
  return path.includes('*')
}

/** Returns the modules below the folder in which a composed address begins. */
function inFolderOf(root: string, input: string, pattern: string, inputs: Inputs): readonly string[] {
  const folder = resolve(root, input, '..', pattern.replace(/[^/]*\*.*$/, ''))
  return Object.keys(inputs)
    .map((path) => resolve(root, path))
    .filter((path) => path.startsWith(folder + sep))
}
