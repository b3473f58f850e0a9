import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Contents that replace files, by absolute path; `null` for a file that is to be absent. */
export type Overlay = ReadonlyMap<string, string | null>

/** Returns a plugin that makes the bundler read an overlay's contents instead of the files on disk. */
export function overlayFiles(overlay: Overlay): Plugin {
  return {
    name: 'overlay',
    setup(builder) {
      if (overlay.size === 0) return
      builder.onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path)
        const contents = overlay.get(file)
        if (contents === null) return { errors: [{ text: `Could not resolve "${path}"` }] }
        return contents === undefined ? null : { path: file }
      })
      builder.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        const contents = overlay.get(path)
        return typeof contents === 'string' ? { contents, loader: 'default' } : null
      })
    },
  }
}
