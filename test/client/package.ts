import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

/** Modules that the client consists of, by the name that they are imported by. */
export const ENTRIES = { '.': 'index', './image': 'image', './media': 'media', './webhook': 'webhook' } as const

/** The client as programs install it: in the `node_modules` of a folder, with declarations, without sources. */
export async function installClient(folder: string): Promise<void> {
  const root = join(folder, 'node_modules/@lintel/client')
  mkdirSync(root, { recursive: true })
  const entryPoints = Object.values(ENTRIES).map((name) => resolve(`src/client/${name}.ts`))
  await build({ entryPoints, bundle: true, splitting: true, format: 'esm', target: 'es2022', outdir: root })
  await writeDeclarations(root)
  const exports = Object.entries(ENTRIES).map(([path, name]) => [
    path,
    { types: `./${name}.d.ts`, default: `./${name}.js` },
  ])
  const manifest = { name: '@lintel/client', version: '0.0.0', type: 'module', exports: Object.fromEntries(exports) }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
}

async function writeDeclarations(outDir: string): Promise<void> {
  const project = join(outDir, 'tsconfig.json')
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    outDir,
    rootDir: resolve('src/client'),
    types: [],
  }
  const include = [resolve('src/client')]
  writeFileSync(project, JSON.stringify({ extends: resolve('tsconfig.json'), compilerOptions, include, exclude: [] }))
  await run(resolve('node_modules/.bin/tsc'), ['--project', project])
}
