import { dirname, relative } from 'node:path'
import type { BuildOptions, build as esbuild, Metafile, Plugin } from 'esbuild'

type Build = typeof esbuild

/** esbuild's namespace for wrappers of the modules that are loaded later. */
const LATER = 'later'

/**
 * Builds modules, and combines everything that an entry needs at its start into one: finding, reading and linking
 * seventy modules takes several times as long, and separate modules compress worse. esbuild combines code that the same
 * entries need, and it treats each module that is loaded later as an entry. So each of these is wrapped in a module
 * that also imports the first entry, which is loaded by then. As a result, all entries need what the first one needs at
 * its start.
 * @param options options with `absWorkingDir` and `splitting`
 * @param entry the entry, as a module imports it
 */
export async function buildStartModule(build: Build, options: BuildOptions, entry: string) {
  const { plugins = [] } = options
  const look = { write: false, minify: false, sourcemap: false, metafile: true } as const
  const { metafile } = await build({ ...options, ...look, entryPoints: [entry] })
  return build({ ...options, plugins: [...plugins, startModule(entry, metafile)] })
}

/**
 * Returns the plugin that wraps each module that is loaded later in a module that imports the entry first.
 * @param metafile metafile of a build of the entry, which says what is loaded later
 */
function startModule(entry: string, { inputs, outputs }: Metafile): Plugin {
  const exported = new Map(Object.values(outputs).map(({ entryPoint, exports }) => [entryPoint, exports]))
  const later = new Map<string, readonly string[]>()
  const names = new Set<string>()
  for (const { kind, path, original = path } of Object.values(inputs).flatMap(({ imports }) => imports)) {
    // Data and CommonJS modules are not wrapped: they need nothing that the entry needs.
    if (kind !== 'dynamic-import' || inputs[path]?.format !== 'esm') continue
    later.set(path, exported.get(path) ?? [])
    names.add(original)
  }
  return {
    name: 'start-module',
    setup(builder) {
      const root = builder.initialOptions.absWorkingDir ?? ''
      const keyOf = (path: string) => relative(root, path).replaceAll('\\', '/')
      // The filter does not match every import, since esbuild has to call Node for each match.
      const filter = new RegExp(`^(?:${[...names].map(escaped).join('|')})$`)
      builder.onResolve({ filter }, async ({ path, kind, importer, resolveDir, namespace, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === LATER) return
        const found = await builder.resolve(path, { kind, importer, resolveDir, namespace, pluginData: LATER })
        const isLater = found.namespace === 'file' && later.has(keyOf(found.path))
        return isLater ? { path: found.path, namespace: LATER } : found
      })
      builder.onLoad({ filter: /.*/, namespace: LATER }, ({ path }) => {
        const [first, module] = [JSON.stringify(entry), JSON.stringify(path)]
        const lines = [`import ${first}`, `export * from ${module}`]
        if (later.get(keyOf(path))?.includes('default')) lines.push(`export { default } from ${module}`)
        return { contents: lines.join('\n'), resolveDir: dirname(path) }
      })
    },
  }
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
