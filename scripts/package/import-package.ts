import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { builtinAliases } from '../../src/compile/code/bundle-options.ts'
import { minifyPackages } from './esbuild-plugins.ts'
import { readManifest } from './manifest.ts'

/** Writes `@lintel/import` to a folder. */
export async function makeImportPackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = manifestOf(root)
  await build({
    absWorkingDir: root,
    entryPoints: ['src/import/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    // ES modules, since the builds for Node are CommonJS.
    conditions: ['browser'],
    mainFields: ['browser', 'module', 'main'],
    alias: builtinAliases,
    charset: 'utf8',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    sourcesContent: false,
    external: ['node:*', ...Object.keys(manifest.peerDependencies).flatMap((name) => [name, `${name}/*`])],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [minifyPackages],
  })
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'src/import/README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function manifestOf(root: string) {
  const { version, license, peerDependencies: { zod = '*' } = {} } = readManifest(root)
  return {
    name: '@lintel/import',
    version,
    description: 'Importers of Lintel: content of WordPress, Strapi, Payload, tables, JSON and Markdown.',
    keywords: ['cms', 'headless', 'import', 'migration', 'lintel'],
    license,
    type: 'module',
    engines: { node: '>=22.18' },
    exports: { '.': './index.js', './package.json': './package.json' },
    // `cms import` accepts only the same version of this package, and this package only the same version of `lintel`.
    peerDependencies: { lintel: version, zod },
  }
}
