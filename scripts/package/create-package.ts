import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { readManifest } from './manifest.ts'

/** Writes `create-lintel` to a folder: `cms init` in one file without dependencies, and the templates. */
export async function makeCreatePackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/create/create.ts'],
    outfile: join(folder, 'create.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.18',
    charset: 'utf8',
    logLevel: 'warning',
  })
  cpSync(join(root, 'src/cli/create/bin.js'), join(folder, 'index.js'))
  chmodSync(join(folder, 'index.js'), 0o755)
  cpSync(join(root, 'src/cli/create/README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'templates'), join(folder, 'templates'), { recursive: true })
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`)
}

function manifestOf(root: string) {
  const { version, license, devDependencies = {} } = readManifest(root)
  const asked = new Set(
    ['base', 'magazine', 'magazine/web'].flatMap((part) =>
      [...readFileSync(join(root, 'templates', part, 'package.json'), 'utf8').matchAll(/"([^"]+)": ""/g)].map(
        ([, name]) => name,
      ),
    ),
  )
  return {
    name: 'create-lintel',
    version,
    description: 'Creates a project with Lintel: npm create lintel@latest my-site -- --template blog',
    keywords: ['cms', 'headless', 'lintel', 'create'],
    license,
    type: 'module',
    bin: './index.js',
    // The program itself rejects older versions that it does not support.
    engines: { node: '>=12' },
    files: ['index.js', 'create.js', 'templates', 'CHANGELOG.md'],
    // The versions for new projects. npm does not install them with this package.
    devDependencies: Object.fromEntries(Object.entries(devDependencies).filter(([name]) => asked.has(name))),
  }
}
