import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostBucket, HostObjectBody } from '../../src/hosts/host.ts'
import { clearUp } from '../../src/hosts/node/bucket/clear-up.ts'
import { createFolderBucket } from '../../src/hosts/node/bucket/folder-bucket.ts'

const DAY = 86_400_000

let folder: string
let bucket: HostBucket
let damages: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-folder-'))
  damages = []
  bucket = createFolderBucket(folder, ({ message }) => damages.push(message))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Files of the bucket, relative, versions as `<version>`. */
function files(): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return paths.map((path) => path.replace(/~[0-9a-f]{16}(?![0-9a-f])/, '~<version>')).sort()
}

/** The file with an object's bytes. */
function bytesOf(path: string): string {
  const record = JSON.parse(readFileSync(join(folder, `${path}~object.json`), 'utf8'))
  return join(folder, path, '..', record.file)
}

async function read(key: string): Promise<string | undefined> {
  const object = await bucket.get(key)
  return object ? new Response(object.body).text() : undefined
}

describe('a bucket in a folder', () => {
  it('lets people find a file by its key', async () => {
    await bucket.put('media/3f0a.jpg', 'first')
    await bucket.put('media/3f0a.jpg', 'second')
    await bucket.put('media-derived/3f0a.jpg/w300.webp', 'x')
    await bucket.put('Reports/Größe 1', 'x')
    await bucket.put('../escape', 'x')
    expect(files()).toEqual([
      '%2e%2e/escape~<version>',
      '%2e%2e/escape~object.json',
      '%52eports/%47r%c3%b6%c3%9fe%201~<version>',
      '%52eports/%47r%c3%b6%c3%9fe%201~object.json',
      'media-derived/3f0a.jpg/w300.webp~object.json',
      'media-derived/3f0a.jpg/w300~<version>.webp',
      'media/3f0a.jpg~object.json',
      'media/3f0a~<version>.jpg',
    ])
    expect(readFileSync(bytesOf('media/3f0a.jpg'), 'utf8')).toBe('second')
  })

  it('keeps the names of all keys apart without regard to case', async () => {
    const keys = ['a', 'A', 'a/b', 'a/B', 'A/b', 'a.jpg', 'a~object.json', 'a%41', '%', '~uploads/x', 'ä', 'Ä']
    for (const key of keys) await bucket.put(key, key)
    const paths = files()
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(2 * keys.length)
    for (const key of keys) expect(await read(key)).toBe(key)
  })

  it('leaves nothing behind of what is deleted', async () => {
    const long = `${'x'.repeat(300)}/${'y'.repeat(300)}.jpg`
    for (const key of ['a/b/c', 'a/b/d', 'e']) await bucket.put(key, 'x')
    await bucket.delete(['a/b/c', 'e'])
    expect(files()).toEqual(['a/b/d~<version>', 'a/b/d~object.json'])
    await bucket.put(long, 'x')
    await bucket.delete(['a/b/d', long])
    const upload = await bucket.createMultipartUpload('film')
    await upload.uploadPart(1, 'x')
    await upload.abort()
    await clearUp(folder, Date.now() + 2 * DAY)
    expect(files()).toEqual([expect.stringMatching(/^x+~[0-9a-f]{32}\/~segment$/)])
  })

  it.each([
    ['other bytes', (path: string) => writeFileSync(path, 'HELLO'), 'its content differs from what was written'],
    ['fewer bytes', (path: string) => writeFileSync(path, 'hel'), 'its size differs'],
    ['no bytes', (path: string) => rmSync(path), 'its content is missing'],
  ])('never gives out a file that has %s', async (_, damage, reason) => {
    await bucket.put('a', 'hello')
    damage(bytesOf('a'))
    await expect(bucket.get('a')).rejects.toThrow(reason)
    expect(damages).toEqual([expect.stringContaining(`The object a is damaged: ${reason}`)])
    await bucket.put('a', 'hello')
    expect(await read('a')).toBe('hello')
  })

  it('breaks off a large file that has other bytes, before its end', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc')
    await bucket.put('large', bytes)
    const path = bytesOf('large')
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 10), Buffer.from('!'), bytes.subarray(11)]))
    const { body } = (await bucket.get('large')) as HostObjectBody
    let size = 0
    const reading = async () => {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) size += chunk.length
    }
    await expect(reading()).rejects.toThrow('its content differs from what was written')
    expect(size).toBeLessThan(bytes.length)
    expect(damages).toHaveLength(1)
  })

  it('says of a record that cannot be read that it is damaged, and lists the others', async () => {
    await bucket.put('a', 'hello')
    await bucket.put('b', 'hello')
    writeFileSync(join(folder, 'a~object.json'), '{"key":"a"')
    await expect(bucket.head('a')).rejects.toThrow('its record cannot be read')
    expect((await bucket.list()).objects.map(({ key }) => key)).toEqual(['b'])
    expect(damages).toHaveLength(2)
  })

  it('keeps nothing of a stream that breaks off', async () => {
    await bucket.put('a', 'before')
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('half of'))
      },
      pull(controller) {
        controller.error(new Error('the client is gone'))
      },
    })
    await expect(bucket.put('a', broken)).rejects.toThrow('the client is gone')
    expect(await read('a')).toBe('before')
    expect(files()).toEqual(['a~<version>', 'a~object.json'])
  })

  it('goes on with an upload after a restart', async () => {
    const { uploadId } = await bucket.createMultipartUpload('film.mp4')
    const part = await bucket.resumeMultipartUpload('film.mp4', uploadId).uploadPart(1, 'x')
    const restarted = createFolderBucket(folder, () => undefined)
    await restarted.resumeMultipartUpload('film.mp4', uploadId).complete([part])
    expect(await read('film.mp4')).toBe('x')
  })

  it('does not make an object of a part that has other bytes by now', async () => {
    const upload = await bucket.createMultipartUpload('film.mp4')
    const part = await upload.uploadPart(1, 'hello')
    const [file = ''] = readdirSync(join(folder, '~uploads', upload.uploadId)).filter((name) => name.startsWith('1~'))
    writeFileSync(join(folder, '~uploads', upload.uploadId, file), 'HELLO')
    await expect(upload.complete([part])).rejects.toThrow('a part of its upload differs')
    expect(await bucket.head('film.mp4')).toBeNull()
  })

  it('clears up what interrupted writes have left, and nothing else', async () => {
    await bucket.put('kept/a.jpg', 'x')
    const going = await bucket.createMultipartUpload('going')
    await going.uploadPart(1, 'x')
    const abandoned = await bucket.createMultipartUpload('abandoned')
    await abandoned.uploadPart(1, 'x')
    const kept = files()
    const old = (path: string, days: number) => utimesSync(path, new Date(), new Date(Date.now() - days * DAY))
    for (const name of readdirSync(join(folder, '~uploads', abandoned.uploadId))) {
      old(join(folder, '~uploads', abandoned.uploadId, name), 8)
    }
    old(join(folder, '~uploads', abandoned.uploadId), 8)
    old(bytesOf('kept/a.jpg'), 400)
    const left = ['a~0123456789abcdef.jpg', 'b~0123456789abcdef.jpg', 'a.jpg~object.json~0123456789abcdef']
    for (const name of [...left, 'notes.txt']) {
      writeFileSync(join(folder, 'kept', name), 'x')
      old(join(folder, 'kept', name), 2)
    }
    writeFileSync(join(folder, 'kept', 'c~0123456789abcdef.jpg'), 'being written')
    expect(await clearUp(folder, Date.now())).toBe(4)
    const expected = kept.filter((path) => !path.includes(abandoned.uploadId))
    expect(files()).toEqual([...expected, 'kept/c~<version>.jpg', 'kept/notes.txt'].sort())
  })

  it('is whole whenever a process that writes is killed', async () => {
    const script = join(folder, 'writer.mjs')
    const module = join(process.cwd(), 'src/hosts/node/bucket/folder-bucket.ts')
    writeFileSync(
      script,
      `import { createFolderBucket } from ${JSON.stringify(module)}
const bucket = createFolderBucket(${JSON.stringify(join(folder, 'files'))}, () => undefined)
for (let n = 0; ; n += 1) {
  await bucket.put('a', String(n % 10).repeat(100_000), { customMetadata: { n: String(n % 10) } })
  process.send(n)
}`,
    )
    const killed = createFolderBucket(join(folder, 'files'), ({ message }) => damages.push(message))
    for (let round = 0; round < 8; round += 1) {
      const writer = fork(script, { execArgv: ['--disable-warning=ExperimentalWarning'] })
      let acknowledged = -1
      await new Promise<void>((resolve) => {
        writer.on('message', (n: number) => {
          acknowledged = n
          if (n >= round * 3) writer.kill('SIGKILL')
        })
        writer.once('exit', () => resolve())
      })
      const object = await killed.get('a')
      const text = await new Response(object?.body).text()
      const n = object?.customMetadata?.n ?? ''
      expect(text).toBe(n.repeat(100_000))
      expect([acknowledged % 10, (acknowledged + 1) % 10]).toContain(Number(n))
    }
    expect(damages).toEqual([])
  })
})
