import { builtinModules } from 'node:module'
import type { BuildOptions } from 'esbuild'
import { ownEntries } from '../../compile/load/own-entries.ts'
import { wasmModules } from './wasm-modules.ts'

/** Names of Node's modules without their prefix, which many libraries use. */
export const builtinAliases: Readonly<Record<string, string>> = Object.fromEntries(
  builtinModules.filter((name) => !name.startsWith('node:')).map((name) => [name, `node:${name}`]),
)

/** Returns options for resolving and bundling modules for workerd, as wrangler does it. */
export function bundleOptions(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['node:*', 'cloudflare:*'],
    alias: { ...ownEntries(), ...builtinAliases },
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    define: { 'process.env.NODE_ENV': '"development"' },
    loader: { '.txt': 'text', '.html': 'text', '.sql': 'text', '.css': 'text', '.svg': 'text' },
    plugins: [wasmModules],
    logLevel: 'silent',
    legalComments: 'none',
  } satisfies BuildOptions & { write: false; format: 'esm' }
}
