import { createRequire } from 'node:module'
import { packageRoot } from './package-root.ts'

const require = createRequire(`${packageRoot}package.json`)
const sourceMaps = new Map<string, string>()

/** Makes a `.tsx` file loadable by Node: types gone, JSX as calls of hono/jsx. */
export function transformJsx(path: string, source: string): string {
  // Loaded on demand: most projects' configs hold no JSX, and the bundler takes a while to start.
  const esbuild = require('esbuild') as typeof import('esbuild')
  const { code, map } = esbuild.transformSync(source, {
    loader: path.endsWith('.jsx') ? 'jsx' : 'tsx',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    format: 'esm',
    target: 'es2024',
    sourcefile: path,
    sourcemap: 'external',
  })
  sourceMaps.set(path, map)
  return code
}

/** The source map of a file that was transformed, as JSON; `undefined` for a file that Node loaded as it stands. */
export function sourceMapOf(path: string): string | undefined {
  return sourceMaps.get(path)
}
