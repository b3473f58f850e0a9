import { createRequire } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import type { Metafile } from 'esbuild'
import { ownEntries } from '../../compile/load/own-entries.ts'
import { packageSource } from '../../compile/load/package-root.ts'
import { loadTool } from '../tools.ts'
import { workerdOptions } from '../workerd/workerd-options.ts'

/** Libraries that a project's code imports, including lintel. */
export interface Libraries {
  /** Specifiers of the imports, sorted. */
  readonly specifiers: readonly string[]
  /** Sources by the name under which workerd requests them: a specifier, or a chunk that several specifiers share. */
  readonly modules: ReadonlyMap<string, string>
  /** Absolute paths of Lintel's own files in `modules`. */
  readonly sources: ReadonlySet<string>
}

/** Lists the specifiers that a bundle does not include, sorted. */
export function importedNames(metafile: Metafile): readonly string[] {
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter((entry) => entry.external && !/^(?:node|cloudflare):|^\.\/|\.wasm$/.test(entry.path))
  return [...new Set(names.map((entry) => entry.path))].sort()
}

/**
 * Bundles libraries so that each specifier is a module of its own, and shared code is included once. Returns `null` if
 * the resulting program could differ from one bundle of everything: when a specifier means different things in
 * different places, when the project imports internal files of lintel, or when a library is CommonJS, whose exports
 * cannot be imported by name from outside.
 * @param project metafile of the project's own bundle
 */
export async function bundleLibraries(
  root: string,
  specifiers: readonly string[],
  project: Metafile,
): Promise<Libraries | null> {
  if (isEntangled(root, specifiers, project)) return null
  const { build } = await loadTool('esbuild')
  const entries = ownEntries()
  const outdir = join(root, '.cms', 'libraries')
  const { metafile, outputFiles } = await build({
    ...workerdOptions(root),
    entryPoints: specifiers.map((specifier) => ({ in: entries[specifier] ?? specifier, out: specifier })),
    outdir,
    splitting: true,
    metafile: true,
  })
  if (holdsCommonJs(metafile)) return null
  return {
    specifiers,
    modules: new Map(outputFiles.map((file) => [moduleName(outdir, file.path, specifiers), file.text])),
    sources: new Set(
      Object.keys(metafile.inputs)
        .map((path) => resolve(root, path))
        .filter(isOwnSource),
    ),
  }
}

function isEntangled(root: string, specifiers: readonly string[], { inputs }: Metafile): boolean {
  const files = Object.keys(inputs).map((path) => resolve(root, path))
  const [main, ...others] = files.filter(isOwnSource)
  if (others.length > 0 || (main !== undefined && main !== join(packageSource, 'worker.ts'))) return true
  const packages = specifiers.filter((specifier) => ownEntries()[specifier] === undefined)
  const folders = new Set(files.map((path) => resolve(path, '..')))
  return packages.some((name) => {
    const usual = resolveFrom(root, name)
    return [...folders].some((folder) => resolveFrom(folder, name) !== usual)
  })
}

function isOwnSource(path: string): boolean {
  return path.startsWith(packageSource)
}

function resolveFrom(folder: string, specifier: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(specifier)
  } catch {
    return undefined
  }
}

/** Returns the name of a module: a specifier for an entry, a file name for a chunk. */
function moduleName(outdir: string, path: string, specifiers: readonly string[]): string {
  const name = relative(outdir, path).split(sep).join('/')
  const specifier = name.replace(/\.js$/, '')
  return specifiers.includes(specifier) ? specifier : name
}

function holdsCommonJs({ inputs, outputs }: Metafile): boolean {
  const entries = Object.values(outputs).map((output) => output.entryPoint)
  return entries.some((entry) => entry !== undefined && inputs[entry]?.format === 'cjs')
}
