import { createRequire } from 'node:module'
import { packageRoot } from './package-root.ts'

const require = createRequire(`${packageRoot}package.json`)
const sourceMaps = new Map<string, string>()

/** A file without JSX. */
export interface Transformed {
  readonly code: string
  /** The source map, as JSON. */
  readonly map: string
}

let transform: (path: string, source: string) => Transformed = transformHere

/** Leaves the work to somebody else from now on. */
export function transformElsewhere(elsewhere: typeof transform): void {
  transform = elsewhere
}

/** Makes a `.tsx` file loadable by Node: types gone, JSX as calls of hono/jsx. */
export function transformJsx(path: string, source: string): string {
  const { code, map } = transform(path, source)
  sourceMaps.set(path, map)
  return code
}

export function transformHere(path: string, source: string): Transformed {
  // Loaded on demand: most projects' configs hold no JSX, and the bundler takes a while to start.
  const esbuild = require('esbuild') as typeof import('esbuild')
  return esbuild.transformSync(source, {
    loader: path.endsWith('.jsx') ? 'jsx' : 'tsx',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    format: 'esm',
    target: 'es2024',
    sourcefile: path,
    sourcemap: 'external',
  })
}

/** The source map of a file that was transformed, as JSON; `undefined` for a file that Node loaded as it stands. */
export function sourceMapOf(path: string): string | undefined {
  return sourceMaps.get(path)
}
