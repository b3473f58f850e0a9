import { resolve } from 'node:path'
import { pathOfPart } from '../../config/plugin-groups.ts'
import type { Manifest, ManifestCode } from '../../manifest/index.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { type Slice, sliceDeclaration } from './declaration-slice.ts'
import { hashGraph } from './hash-graph.ts'
import { isOwnFile, type ModuleFiles, type Reached } from './module-files.ts'
import { lintelLabel, lintelVersion, packageOfFile } from './packages.ts'
import type { Redirects } from './redirects.ts'
import { readTokens, type ScriptToken } from './script-tokens.ts'

export interface CodeSource {
  readonly modules: ModuleFiles
  readonly manifest: Pick<Manifest, 'collections' | 'plugins'>
  readonly exports: ProgramExports
  /** Entry modules of the worker, absolute paths. */
  readonly entries: readonly string[]
  readonly redirects: Pick<Redirects, 'unnamed'>
}

/** Returns the code of a program: for each part that a review can name, a hash, or a package with its version. */
export function codeOf({ modules, manifest, exports, entries, redirects }: CodeSource): ManifestCode {
  const slices = createSlices(modules)
  const plugins = manifest.plugins.filter(({ system }) => !system)
  const declared = plugins.map((plugin, index) => ({ ...plugin, file: exports.plugins[index]?.file ?? '' }))
  const projectExports = declared.filter(({ file }) => isOwnFile(modules.root, file))
  return {
    functions: Object.fromEntries(
      exports.functions.map((rule) => [rule.key, hashOfRule(modules, manifest, slices, rule)]),
    ),
    hooks: Object.fromEntries(
      projectExports.flatMap(({ name, file, source, hooks }) =>
        hooks.map((event) => [
          `${name}.${event}`,
          hashOfHook(modules, file, slices(file, source, [...pathOfPart('hooks'), event])),
        ]),
      ),
    ),
    lintel: lintelVersion(),
    plugins: Object.fromEntries([
      ...manifest.plugins.filter(({ system }) => system).map(({ name }) => [name, lintelLabel()] as const),
      ...declared.map(({ name, file }) => [name, hashOfPlugin(modules, file)] as const),
    ]),
    worker: entries.length === 0 ? null : hashGraph(modules, withUnnamed(modules, entries, redirects)),
  }
}

/**
 * Adds redirected modules to the entries, because one of them may replace the main module or anything that it imports.
 */
function withUnnamed(modules: ModuleFiles, entries: readonly string[], { unnamed }: CodeSource['redirects']): Reached {
  const reached = unnamed.map(({ importer, specifiers }) => modules.resolve(importer, specifiers))
  return {
    files: [...entries, ...reached.flatMap(({ files }) => files)],
    packages: reached.flatMap(({ packages }) => packages),
  }
}

/** Returns a plugin's hash. For a plugin in an installed package this is its version. */
function hashOfPlugin(modules: ModuleFiles, file: string): string {
  return isOwnFile(modules.root, file) ? hashGraph(modules, { files: [file] }) : (packageOfFile(file) ?? '')
}

/**
 * Hashes an access rule. Because rules do not depend on the collection's fields, only the relevant part of the file
 * counts, with everything that it imports.
 */
function hashOfRule(
  modules: ModuleFiles,
  { collections }: CodeSource['manifest'],
  slices: Slices,
  { key, operation, exported: { file } }: ProgramExports['functions'][number],
): string {
  const collection = collections.find(({ name }) => `${name}.${operation}` === key)
  const slice = slices(file, collection?.source ?? '', ['access', operation])
  if (!slice?.isAlone()) return hashGraph(modules, { files: [file] })
  return hashGraph(modules, modules.read(file) ?? {}, slice.text)
}

/** Hashes a hook. The plugin's own hash covers the whole plugin; this one shows which changes affect the hook. */
function hashOfHook(modules: ModuleFiles, file: string, slice: Slice | null): string {
  if (slice === null) return hashGraph(modules, { files: [file] })
  const used = slice.imports.filter(({ names }) => names.length === 0 || names.some((name) => slice.names.has(name)))
  const specifiers = used.map(({ specifier }) => specifier)
  return hashGraph(modules, modules.resolve(file, specifiers), slice.text)
}

/**
 * Returns the slice of a function.
 * @param source position of the declaration: `collections/posts.ts:14`
 */
type Slices = (file: string, source: string, path: readonly string[]) => Slice | null

/** Creates a function that slices files, and reads each file once. */
function createSlices(modules: ModuleFiles): Slices {
  const known = new Map<string, readonly ScriptToken[] | null>()
  return (file, source, path) => {
    const [, name = '', line] = /^(.*):(\d+)$/.exec(source) ?? []
    if (resolve(modules.root, name) !== file) return null
    const tokens = known.has(file) ? (known.get(file) ?? null) : readTokens(modules.text(file) ?? '')
    known.set(file, tokens)
    return tokens === null ? null : sliceDeclaration(tokens, Number(line), path)
  }
}
