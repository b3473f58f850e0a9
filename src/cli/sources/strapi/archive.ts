import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import { Failure } from '../../failure.ts'
import { isFolder, type KindFile, kindFiles } from '../text/files.ts'
import { fileFailure } from '../text/source-failure.ts'

/** An export of Strapi as a folder. */
export interface Archive {
  readonly root: string
  readonly dispose: () => Promise<void>
}

const HOW = 'In the Strapi project, run: npx strapi export --no-encrypt --file export'

/** Everything that is read of an archive: nothing else is unpacked, and no link. */
const NEEDED = /^(?:metadata\.json|(?:schemas|entities|links)\/[\w-]+\.jsonl|assets\/uploads\/[^/\\]+)$/

/** Most that an archive may unpack to, in bytes, and as a multiple of its own size. */
const MOST_BYTES = 2e9
const MOST_TIMES = 20

/** Files of a part of an export: `schemas`, `entities`, `links`. */
export function partFiles(root: string, part: string): readonly KindFile[] {
  const folder = join(root, part)
  return existsSync(folder) ? kindFiles(folder, ['.jsonl']) : []
}

/** Tells a folder that has the parts of an export. */
export function isUnpacked(path: string): boolean {
  return isFolder(path) && existsSync(join(path, 'schemas')) && existsSync(join(path, 'entities'))
}

/**
 * Opens an export, unpacking an archive into a folder of its own.
 * @throws Failure for one that is encrypted, damaged, or none
 */
export async function openArchive(path: string): Promise<Archive> {
  if (isUnpacked(path)) return { root: path, dispose: async () => {} }
  if (isFolder(path))
    throw new Failure(`${path} is not an export of Strapi: it has no schemas and entities.`, { hint: HOW })
  if (path.endsWith('.enc')) throw new Failure(`${path} is encrypted, and is not read.`, { hint: HOW })
  const root = await mkdtemp(join(tmpdir(), 'lintel-strapi-'))
  const dispose = () => rm(root, { recursive: true, force: true })
  try {
    await unpack(path, root)
    if (isUnpacked(root)) return { root, dispose }
    throw new Failure(`${path} is not an export of Strapi: it has no schemas and entities.`, { hint: HOW })
  } catch (error) {
    await dispose()
    throw error
  }
}

async function unpack(path: string, root: string): Promise<void> {
  const name = basename(path)
  const most = Math.max(MOST_BYTES, statSync(path).size * MOST_TIMES)
  let bytes = 0
  const tar = unpackTar(root, {
    strict: true,
    filter: ({ name: entry, type, size }) => {
      if ((type ?? 'file') !== 'file' || !NEEDED.test(plain(entry)) || entry.includes('..')) return false
      bytes += size
      if (bytes > most) throw new Failure(`${name} unpacks to more than ${Math.round(most / 1e9)} GB, and is not read.`)
      return true
    },
    map: (header) => ({ ...header, name: plain(header.name), mode: 0o600 }),
  })
  const input = createReadStream(path)
  try {
    await (/\.t?gz$/.test(path) ? pipeline(input, createGunzip(), tar) : pipeline(input, tar))
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOSPC') throw new Failure(`There is no space in ${tmpdir()} to unpack ${name}.`)
    const told = fileFailure(path, error)
    throw told instanceof Failure ? told : damaged(name, code, error)
  }
}

function plain(name: string): string {
  return name.replace(/^(?:\.\/)+/, '')
}

function damaged(name: string, code: string, error: unknown): Failure {
  const isShort = code === 'Z_BUF_ERROR' || (error instanceof Error && /truncated/i.test(error.message))
  const reason = isShort ? 'ends too early: it is not complete.' : 'is damaged, or no archive of Strapi.'
  return new Failure(`${name} ${reason}`, { hint: HOW })
}
