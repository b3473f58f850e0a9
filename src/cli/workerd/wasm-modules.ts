import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/**
 * Leaves WebAssembly out of a bundle, since workerd cannot compile it at run time: an import of `*.wasm` becomes the
 * absolute path of the file, which has to be given to workerd as a module when it is started.
 */
export const wasmModules: Plugin = {
  name: 'wasm-modules',
  setup(builder) {
    builder.onResolve({ filter: /\.wasm$/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === RESOLVING) return null
      if (path.startsWith('.') || path.startsWith('/')) return { path: resolve(resolveDir, path), external: true }
      const found = await builder.resolve(path, { resolveDir, kind, pluginData: RESOLVING })
      if (found.errors.length > 0) return { errors: found.errors }
      // If the bundle does not include packages, esbuild does not resolve their files.
      const file = found.external ? installed(path, resolveDir) : found.path
      return file === null ? { errors: [{ text: `Could not resolve "${path}"` }] } : { path: file, external: true }
    })
  },
}

function installed(path: string, folder: string): string | null {
  try {
    return createRequire(join(folder, 'importer.js')).resolve(path)
  } catch {
    return null
  }
}

const RESOLVING = Symbol('a question of this very plugin')

/** Lists the absolute paths of the WebAssembly that a bundle imports. */
export function wasmFilesOf({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  return [...new Set(imports.filter(isWasm).map(({ path }) => path))]
}

function isWasm({ path, external }: { readonly path: string; readonly external?: boolean }): boolean {
  return external === true && path.endsWith('.wasm')
}
