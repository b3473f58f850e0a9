import { deflateSync } from 'node:zlib'
import { bytesOf, jpegSegment, pngChunk, riffChunk, u16, u32, vp8x, webp } from './files.ts'

const fixed = (value: number) => u32(Math.round(value * 65_536) >>> 0)
const curve = (gamma: number) => bytesOf('curv', u32(0), u32(1), u16(Math.round(gamma * 256)))
const formula = (...numbers: readonly number[]) => bytesOf('para', u32(0), u16(0), u16(0), ...numbers.map(fixed))
const xyz = (...numbers: readonly number[]) => bytesOf('XYZ ', u32(0), ...numbers.map(fixed))
const D50 = [0.9642, 1, 0.8249] as const

/** An ICC profile of a display, with these tags. */
function profile(
  version: 2 | 4,
  space: 'RGB ' | 'GRAY',
  connection: 'XYZ ' | 'Lab ',
  tags: Record<string, Uint8Array>,
) {
  const entries = Object.entries({ ...tags, wtpt: xyz(...D50) })
  let offset = 128 + 4 + entries.length * 12
  const table: Uint8Array[] = []
  const bodies: Uint8Array[] = []
  for (const [name, body] of entries) {
    const padded = bytesOf(body, new Uint8Array((4 - (body.length % 4)) % 4))
    table.push(bytesOf(name, u32(offset), u32(body.length)))
    bodies.push(padded)
    offset += padded.length
  }
  return bytesOf(
    ...[u32(offset), 'none', u32(version << 24), 'mntr', space, connection, new Uint8Array(12), 'acsp'],
    ...[new Uint8Array(28), ...D50.map(fixed), new Uint8Array(48), u32(entries.length), ...table, ...bodies],
  )
}

/** Adobe RGB (1998): its lights, and a power of 563 / 256. */
export function adobeRgb(): Uint8Array {
  const power = curve(563 / 256)
  return profile(2, 'RGB ', 'XYZ ', {
    rXYZ: xyz(0.60974, 0.31111, 0.01947),
    gXYZ: xyz(0.20528, 0.62567, 0.06087),
    bXYZ: xyz(0.14919, 0.06322, 0.74457),
    rTRC: power,
    gTRC: power,
    bTRC: power,
  })
}

/** Grey whose light is a power of it. */
export function gray(gamma: number): Uint8Array {
  return profile(2, 'GRAY', 'XYZ ', { kTRC: curve(gamma) })
}

/** As new profiles of cameras have it: curves, a grid of two points a side, a matrix; made of a display with wide lights. */
export function gridOfLights(): Uint8Array {
  const curves = (power: number) => [1, 2, 3].map(() => formula(power))
  const corners = Array.from({ length: 8 }, (_, at) =>
    [(at >> 2) & 1, (at >> 1) & 1, at & 1].map((bit) => u16(bit * 65_535)),
  )
  const grid = bytesOf(2, 2, 2, new Uint8Array(13), 2, 0, 0, 0, ...corners.flat())
  const half = 32_768 / 65_535
  const matrix = [0.51512, 0.29198, 0.1571, 0.2412, 0.69225, 0.06657, -0.00105, 0.04189, 0.78407].map(
    (one) => one * half,
  )
  const first = bytesOf(...curves(2.2))
  const last = bytesOf(...curves(1))
  const place = { last: 32, matrix: 32 + last.length, grid: 0, first: 0 }
  place.grid = place.matrix + 48
  place.first = place.grid + grid.length
  const offsets = [place.last, place.matrix, place.last, place.grid, place.first].map(u32)
  const body = bytesOf(
    'mAB ',
    u32(0),
    3,
    3,
    0,
    0,
    ...offsets,
    last,
    ...matrix.map(fixed),
    ...[0, 0, 0].map(fixed),
    grid,
    first,
  )
  return profile(4, 'RGB ', 'XYZ ', { A2B0: body })
}

/** A PNG whose numbers stay, with a profile. */
export function pngWith(png: Uint8Array, icc: Uint8Array): Uint8Array {
  const header = 8 + 25
  const chunk = pngChunk('iCCP', 'a profile', 0, 0, new Uint8Array(deflateSync(icc)))
  return bytesOf(png.subarray(0, header), chunk, png.subarray(header))
}

/** A JPEG whose numbers stay, with a profile in two pieces. */
export function jpegWith(jpeg: Uint8Array, icc: Uint8Array): Uint8Array {
  const half = Math.ceil(icc.length / 2)
  const pieces = [icc.subarray(0, half), icc.subarray(half)]
  const segments = pieces.map((piece, index) => jpegSegment(0xe2, 'ICC_PROFILE', 0, index + 1, 2, piece))
  return bytesOf(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))
}

/** A lossless WebP whose numbers stay, with a profile. */
export function webpWith(bytes: Uint8Array, icc: Uint8Array, width: number, height: number): Uint8Array {
  return webp(vp8x(width, height, 0x20), riffChunk('ICCP', icc), bytes.subarray(12))
}
