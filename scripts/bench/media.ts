import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Extent, fire, type Shot } from './load.ts'
import { printTable } from './print.ts'
import { bundle, serve, VARIABLES } from './served.ts'

const KB = 1000
const BOUNDARY = 'bench'

interface Measured {
  readonly name: string
  readonly extent: Extent
  readonly expected: number
  /** Number of bytes that a request uploads or a response contains. */
  readonly size: number
  readonly shot: (index: number) => Shot
}

/** Measures uploads of two sizes, and serving a file: whole, as a range, and to a client that already has it. */
export async function benchMedia(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  const served = await serve(await bundle('src/worker.ts'), folder)
  const login = await fetch(new URL('/api/auth/login', served.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: VARIABLES.ADMIN_EMAIL, password: VARIABLES.ADMIN_PASSWORD }),
  })
  const { token } = (await login.json()) as { token: string }
  const uploading = (size: number) => (index: number) => uploadOf(pictureOf(size, index), token)
  const first = uploading(100 * KB)(-1)
  const uploaded = await fetch(new URL(first.path, served.url), {
    method: first.method,
    headers: { ...first.headers },
    ...(first.body ? { body: first.body } : {}),
  })
  const { data } = (await uploaded.json()) as { data: { url: string } }
  const { etag } = Object.fromEntries((await fetch(new URL(data.url, served.url), { method: 'HEAD' })).headers)
  const get =
    (headers: Record<string, string> = {}) =>
    () => ({ method: 'GET', path: data.url, headers })

  const rows: string[][] = []
  const measured: readonly Measured[] = [
    { name: 'upload 100 KB', extent: { requests: 300 }, expected: 201, size: 100 * KB, shot: uploading(100 * KB) },
    { name: 'upload 5 MB', extent: { requests: 40 }, expected: 201, size: 5000 * KB, shot: uploading(5000 * KB) },
    { name: 'serve 100 KB', extent: { requests: 1000 }, expected: 200, size: 100 * KB, shot: get() },
    {
      name: 'serve a range of 1 KB',
      extent: { requests: 1000 },
      expected: 206,
      size: KB,
      shot: get({ range: 'bytes=0-999' }),
    },
    {
      name: 'serve 304',
      extent: { requests: 1000 },
      expected: 304,
      size: 0,
      shot: get({ 'if-none-match': etag ?? '' }),
    },
  ]
  for (const { name, extent, expected, size, shot } of measured) {
    const { requestsPerSecond, cpuMicros, median, p99 } = await fire(served.url, served.pid, shot, extent, expected)
    rows.push([
      name,
      requestsPerSecond.toFixed(0),
      ((requestsPerSecond * size) / 1e6).toFixed(1),
      cpuMicros === null ? '–' : cpuMicros.toFixed(0),
      median.toFixed(1),
      p99.toFixed(1),
    ])
  }
  rows.push(...(await benchVariants(served, token)))
  await served.dispose()
  await rm(folder, { recursive: true })
  printTable(
    "Media, 16 connections, workerd's own socket, a bucket on this machine; each upload of other bytes",
    ['request', 'req/s', 'MB/s', 'CPU µs', 'p50 ms', 'p99 ms'],
    rows,
  )
}

/** Measures the creation of variants of photographs, one at a time, and serving a variant that exists. */
async function benchVariants({ url, pid }: Awaited<ReturnType<typeof serve>>, token: string): Promise<string[][]> {
  const { default: sharp } = await import('sharp')
  const rows: string[][] = []
  for (const [width, height] of [
    [800, 600],
    [2000, 1500],
    [4000, 3000],
  ] as const) {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const create = { width, height, channels: 3, background: '#888', noise } as const
    const shot = uploadOf(await sharp({ create }).jpeg().toBuffer(), token)
    const { method, headers, body } = shot
    const answer = await fetch(new URL(shot.path, url), { method, headers: { ...headers }, ...(body ? { body } : {}) })
    const { data } = (await answer.json()) as { data: { filename: string } }
    const times: number[] = []
    for (const size of [160, 320, 640]) {
      const start = performance.now()
      const made = await fetch(new URL(`/images/${data.filename}?w=${size}`, url))
      await made.arrayBuffer()
      if (made.status !== 200) throw new Error(`a variant of ${width}x${height} had the status ${made.status}`)
      times.push(performance.now() - start)
    }
    const [, median = 0, slowest = 0] = times.sort((a, b) => a - b)
    rows.push([`make a variant of ${width}x${height}`, '–', '–', '–', median.toFixed(1), slowest.toFixed(1)])
    if (width !== 800) continue
    const path = `/images/${data.filename}?w=320`
    const found = await fire(url, pid, () => ({ method: 'GET', path, headers: {} }), { requests: 1000 }, 200)
    const { requestsPerSecond, cpuMicros, median: half, p99 } = found
    const cpu = cpuMicros === null ? '–' : cpuMicros.toFixed(0)
    rows.push(['serve a variant', requestsPerSecond.toFixed(0), '–', cpu, half.toFixed(1), p99.toFixed(1)])
  }
  return rows
}

function uploadOf(bytes: Uint8Array, token: string): Shot {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  return {
    method: 'POST',
    path: '/api/media/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}

const HEADER = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080030004001011100ffda0008010100003f00',
  'hex',
)

/**
 * Returns bytes with the structure of a JPEG of a given size. The data resembles compressed data: pseudorandom bytes,
 * with a 0 after each 0xff.
 */
function pictureOf(size: number, seed: number): Uint8Array {
  const picture = Buffer.alloc(size)
  let state = (seed * 2_654_435_761 + 1) >>> 0
  for (let offset = HEADER.length; offset < size; offset += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    picture[offset] = picture[offset - 1] === 0xff ? 0 : state >>> 24
  }
  picture.set(HEADER)
  picture.set([0, 0xff, 0xd9], size - 3)
  return picture
}
