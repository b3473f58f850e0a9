import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBindings } from '../../src/hosts/node/bindings.ts'
import { shareFolder } from '../../src/hosts/node/folder-lock.ts'
import { writeServerState } from '../../src/hosts/node/server-file.ts'

let folder: string
const before = process.umask(0o022)

beforeEach(() => {
  process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'lintel-private-'))
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true, force: true })
})

test.each(['new', 'that others could read'])(
  'a data folder %s is its owner’s alone, with all that is in it',
  async (kind) => {
    const dataFolder = join(folder, 'data')
    if (kind !== 'new') {
      mkdirSync(join(dataFolder, 'files'), { recursive: true })
      new DatabaseSync(join(dataFolder, 'lintel.db')).exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)')
      writeFileSync(join(dataFolder, 'lintel.lock'), '')
      for (const path of [dataFolder, join(dataFolder, 'files')]) chmodSync(path, 0o755)
    }
    const lock = shareFolder(dataFolder)
    const files = { fetch: async () => new Response() }
    const opened = await openBindings({ dataFolder, durability: 'normal', folder, files })
    const { MEDIA_BUCKET: bucket, DB } = opened.bindings
    await DB.prepare('CREATE TABLE written (a)').run()
    await bucket.put('media/one.jpg', 'bytes')
    const upload = await bucket.createMultipartUpload('backups/two')
    await upload.uploadPart(1, 'part')
    writeServerState(dataFolder, { pid: 1, build: '', host: '', trustedProxies: '', refused: null })
    const paths = [dataFolder, ...globSync('**/*', { cwd: dataFolder }).map((name) => join(dataFolder, name))]
    expect(paths.filter((path) => path.includes('lintel.db')).length).toBe(3)
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
    await opened.close()
    lock?.release()
  },
)
