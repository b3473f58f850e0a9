import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '../failure.ts'

/** Builds in the folder of a deployment. */
export interface Releases {
  /** Names of builds, newest first: each begins with the time of the build. */
  readonly versions: readonly string[]
  /** Name of the build that `current` points to; `null` if there is no link yet. */
  readonly current: string | null
}

/** Returns the path of a build in the folder of a deployment. */
export function pathOfRelease(folder: string, version: string): string {
  return join(folder, 'releases/', version)
}

export function readReleases(folder: string): Releases {
  const names = readdirSync(pathOfRelease(folder, '')).filter((name) => /^\d{8}T\d{9}Z-/.test(name))
  return {
    versions: names
      .filter((name) => !name.endsWith('.partial'))
      .sort()
      .reverse(),
    current: currentOf(folder),
  }
}

function currentOf(folder: string): string | null {
  try {
    return basename(readlinkSync(join(folder, 'current')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Failure(`${join(folder, 'current')} is not a link to a build: ${(error as Error).message}.`)
  }
}

/** Makes `current` point to another build, atomically. */
export function switchRelease(folder: string, version: string): void {
  const link = join(folder, 'current')
  rmSync(`${link}.new`, { force: true })
  symlinkSync(pathOfRelease('', version), `${link}.new`)
  renameSync(`${link}.new`, link)
}

/** Removes incomplete copies, and all builds except for the `keep` newest and the current one. */
export function clearReleases(folder: string, keep: number): void {
  const { versions, current } = readReleases(folder)
  const old = versions.slice(keep).filter((version) => version !== current)
  const partial = readdirSync(pathOfRelease(folder, '')).filter((name) => name.endsWith('.partial'))
  for (const name of [...old, ...partial]) rmSync(pathOfRelease(folder, name), { recursive: true, force: true })
}
