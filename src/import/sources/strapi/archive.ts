import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure } from 'lintel/importing'
import { unpackTar } from 'modern-tar/fs'
import { isFolder, type KindFile, kindFiles } from '../text/files.ts'
import { fileFailure } from '../text/source-failure.ts'

/** Export of Strapi as a folder. */
export interface Archive {
  readonly root: string
  readonly dispose: () => Promise<void>
}

const HOW = 'In the Strapi project, run: npx strapi export --no-encrypt --file export'

/** Pattern of the files that are unpacked from an archive. All other files are skipped, as are links. */
const NEEDED = /^(?:metadata\.json|(?:schemas|entities|links)\/[\w-]+\.jsonl|assets\/uploads\/[^/\\]+)$/

/**
 * Maximum size of an unpacked archive: the larger of a number of bytes (`MOST_BYTES`) and a multiple of the archive's
 * own size (`MOST_TIMES`).
 */
const MOST_BYTES = 2e9
const MOST_TIMES = 20

/** Lists the files of a part of an export: `schemas`, `entities`, `links`. */
export function partFiles(root: string, part: string): readonly KindFile[] {
  const folder = join(root, part)
  return existsSync(folder) ? kindFiles(folder, ['.jsonl']) : []
}

/** Tells whether a folder has the parts of an export. */
export function isUnpacked(path: string): boolean {
  return isFolder(path) && existsSync(join(path, 'schemas')) && existsSync(join(path, 'entities'))
}

/**
 * Opens an export. An archive is unpacked into a temporary folder.
 * @throws Failure if the path is not an export, or is encrypted or damaged
 */
export async function openArchive(path: string): Promise<Archive> {
  if (isUnpacked(path)) return { root: path, dispose: async () => {} }
  if (isFolder(path)) throw new Failure(`${path} is not a Strapi export: it has no schemas or entities.`, { hint: HOW })
  if (path.endsWith('.enc')) throw new Failure(`${path} is encrypted, so it cannot be read.`, { hint: HOW })
  const root = await mkdtemp(join(tmpdir(), 'lintel-strapi-'))
  const dispose = () => rm(root, { recursive: true, force: true })
  try {
    await unpack(path, root)
    if (isUnpacked(root)) return { root, dispose }
    throw new Failure(`${path} is not a Strapi export: it has no schemas or entities.`, { hint: HOW })
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
      if (bytes > most)
        throw new Failure(`${name} unpacks to more than ${Math.round(most / 1e9)} GB, so it was not read.`)
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
    const outgoing = fileFailure(path, error)
    throw outgoing instanceof Failure ? outgoing : damaged(name, code, error)
  }
}

function plain(name: string): string {
  return name.replace(/^(?:\.\/)+/, '')
}

function damaged(name: string, code: string, error: unknown): Failure {
  const isShort = code === 'Z_BUF_ERROR' || (error instanceof Error && /truncated/i.test(error.message))
  const reason = isShort ? 'ends too early: it is incomplete.' : 'is damaged, or is not a Strapi archive.'
  return new Failure(`${name} ${reason}`, { hint: HOW })
}
