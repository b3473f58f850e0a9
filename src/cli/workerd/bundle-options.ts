import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { packageRoot } from '../../compile/load/package-root.ts'
import { wasmModules } from './wasm-modules.ts'

/** Node's own modules without their prefix, as many libraries name them. */
export const builtinAliases: Readonly<Record<string, string>> = Object.fromEntries(
  builtinModules.filter((name) => !name.startsWith('node:')).map((name) => [name, `node:${name}`]),
)

/** Module resolution and put together for workerd, as wrangler does it. */
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
    alias: { ...ownModules(), ...builtinAliases },
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    define: { 'process.env.NODE_ENV': '"development"' },
    loader: { '.txt': 'text', '.html': 'text', '.sql': 'text', '.css': 'text', '.svg': 'text' },
    plugins: [wasmModules],
    logLevel: 'silent',
    legalComments: 'none',
  } satisfies BuildOptions & { write: false; format: 'esm' }
}

/** `lintel` and `lintel/…` are this very package, wherever the project lies. */
export function ownModules(): Readonly<Record<string, string>> {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { exports: Record<string, string> }
  const modules = Object.entries(exports).filter(([, path]) => path.endsWith('.ts'))
  return Object.fromEntries(
    modules.flatMap(filesOf).map(([name, path]) => [join('lintel', name), join(packageRoot, path)]),
  )
}

/** `./plugins/*` is one module a plugin. */
function filesOf([name, path]: readonly [string, string]): readonly (readonly [string, string])[] {
  if (!name.endsWith('/*')) return [[name, path]]
  const folder = name.slice(0, -'/*'.length)
  return readdirSync(join(packageRoot, folder))
    .sort()
    .map((entry) => [`${folder}/${entry}`, path.replace('*', entry)] as const)
    .filter(([, file]) => existsSync(join(packageRoot, file)))
}
