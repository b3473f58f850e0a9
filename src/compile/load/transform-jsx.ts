import { createRequire } from 'node:module'
import { packageRoot } from './package-root.ts'

const require = createRequire(`${packageRoot}package.json`)
const sourceMaps = new Map<string, string>()

/** Result of a transformation. */
export interface Transformed {
  readonly code: string
  /** Source map, as JSON. */
  readonly map: string
}

let transform: (path: string, source: string) => Transformed = transformHere

/** Replaces the function that transforms files. */
export function transformElsewhere(elsewhere: typeof transform): void {
  transform = elsewhere
}

/** Converts a `.tsx` or `.jsx` file to JavaScript, with JSX as calls of hono/jsx. */
export function transformJsx(path: string, source: string): string {
  const { code, map } = transform(path, source)
  sourceMaps.set(path, map)
  return code
}

export function transformHere(path: string, source: string): Transformed {
  // Loaded on demand: most configs contain no JSX, and esbuild takes a while to start.
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

/** Returns the source map of a transformed file, as JSON; `undefined` for a file that Node loaded unchanged. */
export function sourceMapOf(path: string): string | undefined {
  return sourceMaps.get(path)
}
