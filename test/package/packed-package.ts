import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { archiveOf, PACKAGE_NAMES, type PackageName, packPackages } from '../../scripts/package/pack-packages.ts'
import { repository } from '../cli/cms.ts'
import { BUNDLES } from '../harness/made-once.ts'

/** Files of which the archives are made. */
const SOURCES = ['package.json', 'tsconfig.json', '{src,plugins,scripts/package,docs,dist,templates}/**/*.*', '*.md']

/**
 * A package as it is published: the path of its archive. All are packed once for each state of the source, which takes half a
 * minute.
 */
export async function packedPackage(name: PackageName): Promise<string> {
  const folder = join(process.env[BUNDLES] ?? '', `packages-${hashOfSources()}`)
  const done = join(folder, 'done')
  // Whoever makes the folder packs; the archives are there until the next state of the source.
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined
  if (isFirst) packInto(folder, done)
  while (!existsSync(done)) {
    if (!isPacked(folder)) return packedPackage(name)
    await setTimeout(200)
  }
  return join(folder, archiveOf(name))
}

/** Tells whether somebody packs into the folder. What was left by a process that was killed goes. */
function isPacked(folder: string): boolean {
  const packer = join(folder, PACKER)
  if (!existsSync(packer)) return existsSync(folder)
  try {
    process.kill(Number(readFileSync(packer, 'utf8')), 0)
    return true
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return false
  }
}

/** The file with the id of the process that packs. */
const PACKER = 'packer'

/** A package as it lies in `node_modules`: the path of its folder, which is to be copied and not changed. */
export async function unpackedPackage(name: PackageName): Promise<string> {
  return folderOf(await packedPackage(name))
}

function folderOf(archive: string): string {
  return archive.replace(/\.tgz$/, '')
}

function packInto(folder: string, done: string): void {
  writeFileSync(join(folder, PACKER), String(process.pid))
  try {
    packPackages(repository, folder)
    for (const name of PACKAGE_NAMES) {
      const archive = join(folder, archiveOf(name))
      mkdirSync(folderOf(archive))
      execFileSync('tar', ['-xzf', archive, '-C', folderOf(archive), '--strip-components', '1'])
    }
    writeFileSync(done, '')
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository })).sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(repository, path)))
  }
  return hash.digest('hex').slice(0, 16)
}
