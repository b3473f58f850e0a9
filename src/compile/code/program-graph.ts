import { existsSync, readFileSync } from 'node:fs'
import type { Host } from '../../config/config.ts'
import { type BundleImports, type BundleSource, ENTRY, type ModuleImport, readImports } from './bundle-imports.ts'
import type { BundleVariant } from './bundle-variants.ts'
import { forgetPackages, hashOfBytes, nameOfModule, readingOf } from './module-name.ts'

/** A program as the bundler resolves and reads it. A module has all imports that it has in any of the bundles. */
export interface ProgramGraph {
  /** Modules by absolute path. */
  readonly modules: ReadonlyMap<string, ProgramModule>
  /** Imports of the modules at which the program begins. */
  readonly entries: readonly ModuleImport[]
  /** Imports in each bundle, in the order of the variants. */
  readonly bundles: readonly BundleImports[]
}

export interface ProgramModule {
  /** Name that is the same on every machine: a path relative to the project, or within `package@version`. */
  readonly name: string
  /**
   * SHA-256 of the module's content, with normalized line endings, and of what its package.json says about the module.
   */
  readonly hash: string
  readonly imports: readonly ModuleImport[]
}

export interface GraphSource extends BundleSource {
  /** The variants in which the program is bundled. */
  readonly variants: readonly BundleVariant[]
}

/**
 * Returns the modules of a program, as the bundler finds them: the modules that esbuild includes are the ones that run.
 * @throws BuildFailure if a module cannot be resolved or parsed
 * @throws MissingTool if esbuild is not installed
 */
export async function readGraph(source: GraphSource): Promise<ProgramGraph> {
  const bundles = source.variants.map((variant) => readImports(source, variant, new Set()))
  forgetPackages()
  return graphOf(source, await Promise.all(bundles), new Map())
}

/**
 * Returns a graph after a change. Asks the bundler only for the changed modules, and for what they import now.
 * @param changed absolute paths of the modules whose content has changed
 */
export async function readChanged(
  source: GraphSource,
  before: ProgramGraph,
  changed: ReadonlySet<string>,
): Promise<ProgramGraph> {
  const unchanged = new Map([...before.modules].filter(([path]) => !changed.has(path)))
  const bundles = source.variants.map(async (variant, index) => {
    const known = before.bundles[index] ?? new Map<string, readonly ModuleImport[]>()
    const entries = [...changed].filter((path) => known.has(path))
    const kept = new Set([...known.keys()].filter((path) => unchanged.has(path)))
    const found = entries.length === 0 ? known : await readImports({ ...source, entries }, variant, kept)
    return reachable(new Map([...known, ...found, [ENTRY, known.get(ENTRY) ?? []]]))
  })
  return graphOf(source, await Promise.all(bundles), unchanged)
}

/** Removes modules that nothing imports any more. */
function reachable(imports: BundleImports): BundleImports {
  const found = new Set([ENTRY])
  // Paths that are added to the set during this loop are visited, too.
  for (const path of found)
    for (const { paths } of imports.get(path) ?? []) for (const imported of paths) found.add(imported)
  return new Map([...imports].filter(([path]) => found.has(path)))
}

/** @param known modules that need not be read */
function graphOf(
  { root, overlay, variants }: GraphSource,
  bundles: readonly BundleImports[],
  known: ProgramGraph['modules'],
): ProgramGraph {
  const importsOf = (path: string) =>
    merged(
      bundles.flatMap((bundle, index) => ({
        host: variants[index]?.host ?? 'cloudflare',
        imports: bundle.get(path) ?? [],
      })),
    )
  const paths = new Set(bundles.flatMap((bundle) => [...bundle.keys()]).filter((path) => path !== ENTRY))
  const modules = [...paths].map((path): [string, ProgramModule] => {
    const { name, hash } = known.get(path) ?? {
      name: nameOfModule(root, path),
      hash: hashOfBytes(overlay.get(path) ?? contentOf(path), path) + readingOf(path),
    }
    return [path, { name, hash, imports: importsOf(path) }]
  })
  return { modules: new Map(modules), entries: importsOf(ENTRY), bundles }
}

/** Reads a module. Its address may end in a query, or contain the module itself. */
function contentOf(path: string): string | Buffer {
  const file = existsSync(path) ? path : path.replace(/[?#][^/\\]*$/, '')
  return existsSync(file) ? readFileSync(file) : path.slice(path.indexOf('<'))
}

/**
 * Joins the imports of a module in several bundles. An import that leads elsewhere for one host is kept for each host.
 */
function merged(
  bundles: readonly { readonly host: Host; readonly imports: readonly ModuleImport[] }[],
): ModuleImport[] {
  const found = new Map<string, Map<string, Set<Host>>>()
  for (const { host, imports } of bundles)
    for (const { specifier, paths } of imports) {
      const ways = found.get(specifier) ?? new Map<string, Set<Host>>()
      const way = JSON.stringify(paths)
      found.set(specifier, ways.set(way, new Set([...(ways.get(way) ?? []), host])))
    }
  return [...found].flatMap(([specifier, ways]) =>
    [...ways].map(([way, hosts]) => ({
      specifier,
      paths: JSON.parse(way) as string[],
      ...(ways.size > 1 && { hosts: [...hosts].sort() }),
    })),
  )
}
