import { basename, join, resolve } from 'node:path'
import type { BuildContext, BuildOptions, Metafile, Plugin } from 'esbuild'
import { loadTool } from '../tools.ts'

/** Modules of the project that the program imports, mainly plugins. They are bundled separately from the program. */
export interface ProjectModules {
  /** Sources by the name under which workerd requests them. A new source gets a new name. */
  readonly modules: ReadonlyMap<string, string>
  /** Names of the modules, by the absolute path of the file that the program imports. */
  readonly names: ReadonlyMap<string, string>
  /** Absolute paths of the files in `modules`. */
  readonly sources: ReadonlySet<string>
  readonly metafile: Metafile
}

export interface ModuleBundler {
  /** Bundles again what has changed; the entries stay the same. */
  bundle(): Promise<ProjectModules>
  dispose(): Promise<void>
}

/**
 * Creates a bundler of the modules that a program imports. Code that several modules share is included once.
 * @param entries absolute paths of the modules
 * @param options options with which the program itself is bundled
 */
export async function createModuleBundler(
  root: string,
  entries: readonly string[],
  options: BuildOptions,
): Promise<ModuleBundler> {
  const { context } = await loadTool('esbuild')
  const outdir = join(root, '.cms', 'modules')
  const build: BuildContext<{ metafile: true; write: false }> = await context({
    ...options,
    entryPoints: [...entries],
    outdir,
    outExtension: { '.js': '.mjs' },
    entryNames: 'project-[name]-[hash]',
    chunkNames: 'project-[name]-[hash]',
    splitting: true,
    metafile: true,
    write: false,
  })
  return {
    async bundle() {
      const { metafile, outputFiles } = await build.rebuild()
      const outputs = Object.entries(metafile.outputs)
      return {
        modules: new Map(outputFiles.map(({ path, text }) => [basename(path), text])),
        names: new Map(
          outputs
            .map(([path, { entryPoint }]) => [resolve(root, entryPoint ?? ''), basename(path)] as const)
            // A module that is imported dynamically counts as an entry, too.
            .filter(([file]) => entries.includes(file)),
        ),
        sources: new Set(Object.keys(metafile.inputs).map((path) => resolve(root, path))),
        metafile,
      }
    },
    dispose: () => build.dispose(),
  }
}

const PROGRAM = join('.cms', 'program.ts')

/** Modules that are not part of the program's bundle, which imports them by name. */
export interface ExternalModules {
  readonly plugin: Plugin
  /** Returns the files that the program imported last time: absolute paths, sorted. */
  entries(): readonly string[]
  /** Sets the names under which the files of `entries` are imported; `null` to bundle the files with the program. */
  use(names: ReadonlyMap<string, string> | null): void
}

export function createExternalModules(root: string): ExternalModules {
  let names: ReadonlyMap<string, string> | null = new Map()
  const entries = new Set<string>()
  return {
    plugin: {
      name: 'outside',
      setup(builder) {
        builder.onStart(() => entries.clear())
        builder.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir }) => {
          if (importer !== join(root, PROGRAM)) return null
          if (names === null || path.startsWith('./')) return null
          const file = resolve(resolveDir, path)
          entries.add(file)
          return { path: `./${names.get(file) ?? 'unknown.mjs'}`, external: true }
        })
      },
    },
    entries: () => [...entries].sort(),
    use(replacement) {
      names = replacement
    },
  }
}
