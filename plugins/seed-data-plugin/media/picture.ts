import { createRandom, type Random } from '../random.ts'

const WIDTH = 960
const HEIGHT = 640

/** Shapes of a picture's gradient. Each maps a point, from 0 to 1 in both directions, to a shade. */
const SHAPES: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) / 2,
  (x, y) => Math.hypot(x - 0.5, y - 0.5) / 0.71,
  (x, y) => 0.5 + Math.sin(x * 6 + y * 2) / 4 + (y - 0.5) / 2,
  (x, y) => Math.abs(x - y),
  (_, y) => y * y,
  (x, y) => 0.5 + (Math.sin(x * 9) * Math.cos(y * 7)) / 2,
]

/** Compressed points by shape: all pictures share them, and differ only in their colors. */
const points = new Map<number, Promise<Uint8Array>>()

/** Returns a PNG (ISO 15948) with a palette: a gradient between three colors, always the same for the same key. */
export async function pictureOf(key: readonly (string | number)[]): Promise<Uint8Array> {
  const random = createRandom([...key, 'picture'])
  const shape = random.integer(0, SHAPES.length - 1)
  const known = points.get(shape) ?? compressed(shape)
  points.set(shape, known)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, WIDTH)
  view.setUint32(4, HEIGHT)
  header.set([8, 3, 0, 0, 0], 8)
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', palette(random)),
    chunk('IDAT', await known),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function palette(random: Random): Uint8Array {
  const colours = [0, 1, 2].map(() => [random.integer(20, 235), random.integer(20, 235), random.integer(20, 235)])
  const bytes = new Uint8Array(256 * 3)
  for (let shade = 0; shade < 256; shade += 1) {
    const at = (shade / 255) * 2
    const from = colours[Math.min(1, Math.floor(at))] ?? []
    const to = colours[Math.min(1, Math.floor(at)) + 1] ?? []
    for (let part = 0; part < 3; part += 1) {
      const mixed = (from[part] ?? 0) + ((to[part] ?? 0) - (from[part] ?? 0)) * (at - Math.min(1, Math.floor(at)))
      bytes[shade * 3 + part] = Math.round(mixed)
    }
  }
  return bytes
}

async function compressed(shape: number): Promise<Uint8Array> {
  const shadeAt = SHAPES[shape] ?? ((x: number) => x)
  const rows = new Uint8Array((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const shade = shadeAt(x / WIDTH, y / HEIGHT)
      rows[y * (WIDTH + 1) + 1 + x] = Math.round(Math.min(1, Math.max(0, shade)) * 255)
    }
  }
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** Computes the CRC-32 of PNG. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
