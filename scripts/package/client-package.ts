import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { readManifest } from './manifest.ts'
import { copyComponents, type Entry, exportedModules, isCompiled, modulesOfComponents } from './modules.ts'

/** Entries of `lintel` that a website needs, as `@lintel/client` names them: they import nothing else of it. */
const NAMES = /^lintel\/(?:client(?=\/|$)\/?|(?=rich-text))/

/** Entries that are for the service's side: they read other formats, with libraries. */
const NOT_FOR_WEBSITES = 'lintel/rich-text/parse'

type ClientEntry = Entry & { readonly name: string }

/** Modules of `@lintel/client`: `name` is what follows the package's name. */
export function clientModules(root: string): readonly ClientEntry[] {
  return exportedModules(root)
    .filter(({ name }) => NAMES.test(name) && name !== NOT_FOR_WEBSITES)
    .map((entry) => ({ ...entry, name: entry.name.replace(NAMES, '') }))
}

/** Writes `@lintel/client` into a folder, without its types, which are written to `types` there. */
export async function makeClientPackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const entries = clientModules(root)
  await build({
    absWorkingDir: root,
    entryPoints: [...entries.filter(isCompiled), ...modulesOfComponents(entries, root)].map((entry) => ({
      in: entry.in,
      out: entry.out,
    })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    // Node 20 and the browsers of its time.
    target: 'es2022',
    charset: 'utf8',
    sourcemap: true,
    external: ['react', 'react/*'],
    logLevel: 'warning',
  })
  copyComponents(entries, root, folder)
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'src/client/README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root, entries), null, 2)}\n`)
}

function manifestOf(root: string, entries: readonly ClientEntry[]) {
  const { version, license, peerDependencies = {} } = readManifest(root)
  const { react } = peerDependencies
  return {
    name: '@lintel/client',
    version,
    description:
      'The typed client of Lintel: content, media, images, webhooks and rich text, on any JavaScript runtime.',
    keywords: ['cms', 'headless', 'client', 'lintel'],
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      ...Object.fromEntries(entries.map((entry) => [entry.name === '' ? '.' : `./${entry.name}`, targetOf(entry)])),
      './package.json': './package.json',
    },
    ...(react !== undefined && {
      peerDependencies: { react },
      peerDependenciesMeta: { react: { optional: true } },
    }),
  }
}

function targetOf(entry: Entry) {
  const { out } = entry
  return isCompiled(entry) ? { types: `./types/src/${out}.d.ts`, default: `./${out}.js` } : `./${out}`
}
