import { type BuildOptions, build } from 'esbuild'
import { builtinAliases } from '../../src/compile/code/bundle-options.ts'
import { ownEntries } from '../../src/compile/load/own-entries.ts'
import { FOR_NODE, installedBesides, SWITCHED_OFF } from './dependencies.ts'
import { leaveToNode, minifyPackages, shortDeclarations, withNamedExports } from './esbuild-plugins.ts'
import { inlineSmallMaps } from './inline-small-maps.ts'
import { copyComponent, exportedModules, isCompiled, modulesLoadedByPath, modulesOfComponents } from './modules.ts'

/**
 * Compiles the package to a folder: modules that share chunks, with source maps. Dependencies that only this package
 * uses are bundled; those that are installed beside it remain imports.
 * @param root root of the repository
 */
export async function compileModules(root: string, folder: string): Promise<void> {
  const exported = exportedModules(root)
  const entries = [...exported, ...modulesOfComponents(root, exported), ...modulesLoadedByPath(root)]
  const common = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  } satisfies BuildOptions
  await build({
    ...common,
    entryPoints: entries.filter(isCompiled).map((entry) => ({ in: entry.in, out: entry.out })),
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'wasm/[name]-[hash]',
    // The conditions of workerd, since most bundled packages run there.
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    alias: { ...ownEntries(), ...builtinAliases },
    external: [
      'node:*',
      'cloudflare:*',
      ...SWITCHED_OFF,
      ...installedBesides(root).flatMap((name) => [name, `${name}/*`]),
    ],
    loader: { '.wasm': 'copy' },
    // Left for the bundler of a project, which removes the code that only development needs.
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [leaveToNode, minifyPackages],
  })
  await build({
    ...common,
    entryPoints: FOR_NODE.map((name) => ({ in: name, out: `packages/${name}` })),
    platform: 'node',
    minify: true,
    banner: { js: FOR_COMMONJS },
    plugins: [withNamedExports, shortDeclarations],
  })
  for (const entry of entries) if (!isCompiled(entry)) copyComponent(entry, folder)
  inlineSmallMaps(folder)
}

/**
 * Definitions for bundled CommonJS packages, which require Node's modules at run time, and use the path of their file.
 */
const FOR_COMMONJS = `import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
const require = createRequire(import.meta.url)
const __filename = fileURLToPath(import.meta.url)
const __dirname = dirname(__filename)`
