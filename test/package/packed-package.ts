import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { repository } from '../cli/cms.ts'
import { BUNDLES } from '../harness/bundle.ts'

/** Files of which the archive is made. */
const SOURCES = ['package.json', 'tsconfig.json', '{src,plugins,scripts/package,templates,docs,dist}/**/*.*', '*.md']

/**
 * The package as `npm pack` makes it: the path of its archive. It is made once for each state of the source, which takes
 * half a minute.
 */
export async function packedPackage(): Promise<string> {
  const folder = join(process.env[BUNDLES] ?? '', `package-${hashOfSources()}`)
  const archive = join(folder, 'lintel.tgz')
  // Whoever makes the folder packs; it is there until the next state of the source.
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined
  if (isFirst) packInto(folder, archive)
  while (!existsSync(archive)) await setTimeout(200)
  return archive
}

/** The folder of a package that is made together with it: `client` is `@lintel/client`. */
export async function packageBesides(name: 'client' | 'create-lintel'): Promise<string> {
  return join(dirname(await packedPackage()), 'packages', name)
}

function packInto(folder: string, archive: string): void {
  try {
    const packed = pack(folder)
    cpSync(join(repository, '.packages'), join(folder, 'packages'), { recursive: true })
    renameSync(packed, archive)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

function pack(folder: string): string {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[\n')))
  return join(folder, filename)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository })).sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(repository, path)))
  }
  return hash.digest('hex').slice(0, 16)
}
