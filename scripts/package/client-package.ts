import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { readManifest } from './manifest.ts'
import { copyComponent, type Entry, exportedModules, isCompiled, modulesOfComponents } from './modules.ts'

/** Pattern of the entries of `lintel` that `@lintel/client` contains; it matches the part of the name to remove. */
const NAMES = /^lintel\/(?:client(?=\/|$)\/?|(?=rich-text))/

/** Entry that is not part of the client: it parses other formats, with libraries. */
const NOT_FOR_WEBSITES = 'lintel/rich-text/parse'

type ClientEntry = Entry & { readonly name: string }

/** Lists the modules of `@lintel/client`; `name` is the part after the package's name. */
export function clientModules(root: string): readonly ClientEntry[] {
  return exportedModules(root)
    .filter(({ name }) => NAMES.test(name) && name !== NOT_FOR_WEBSITES)
    .map((entry) => ({ ...entry, name: entry.name.replace(NAMES, '') }))
}

/** Writes `@lintel/client` to a folder, without its types, which `emitTypes` writes to its subfolder `types`. */
export async function makeClientPackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const entries = clientModules(root)
  await build({
    absWorkingDir: root,
    entryPoints: [...entries, ...modulesOfComponents(root, entries)]
      .filter(isCompiled)
      .map((entry) => ({ in: entry.in, out: entry.out })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    // Node 20, and browsers of that time.
    target: 'es2022',
    charset: 'utf8',
    sourcemap: true,
    external: ['react', 'react/*'],
    logLevel: 'warning',
  })
  for (const entry of entries) if (!isCompiled(entry)) copyComponent(entry, folder)
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
