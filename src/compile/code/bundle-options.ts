import { builtinModules } from 'node:module'
import type { BuildOptions } from 'esbuild'
import type { Host } from '../../config/config.ts'
import { ownEntries } from '../load/own-entries.ts'

/** Names of Node's modules without their prefix, which many libraries use. */
export const builtinAliases: Readonly<Record<string, string>> = Object.fromEntries(
  builtinModules.filter((name) => !name.startsWith('node:')).map((name) => [name, `node:${name}`]),
)

/** Returns the options by which every bundle of a project resolves and reads its modules, as wrangler does. */
export function bundleOptions(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
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
    logLevel: 'silent',
    legalComments: 'none',
  } satisfies BuildOptions & { format: 'esm' }
}

/** Options by which a bundle for each host differs from `bundleOptions`. */
export const HOST_OPTIONS = {
  cloudflare: {},
  node: { platform: 'node', target: 'node22.18', external: ['node:*', 'sharp'] },
} satisfies Record<Host, BuildOptions>
