import type { Size } from './geometry.ts'
import type { Pixels } from './pixels.ts'

/**
 * Reduces an image by averaging the area that each new pixel covers. It reads the image row by row, in strips, so that
 * it needs no second copy of the whole image.
 * @param readRows returns the pixels of a number of rows, starting at a row
 * @param target must not be larger than the image, in either direction
 */
export function shrink(image: Size, target: Size, readRows: (first: number, count: number) => Uint8Array): Pixels {
  const data = new Uint8Array(target.width * target.height * 4)
  const columns = spread(image.width, target.width)
  const sum = new Float64Array(target.width * 4)
  const scale = image.height / target.height
  const area = scale * (image.width / target.width)
  let row = 0
  const finish = () => {
    takeRow(sum, data.subarray(row * target.width * 4), area)
    row += 1
  }
  for (let first = 0; first < image.height; first += STRIP) {
    const count = Math.min(STRIP, image.height - first)
    const strip = readRows(first, count)
    for (let y = first; y < first + count; y += 1) {
      const line = strip.subarray((y - first) * image.width * 4, (y - first + 1) * image.width * 4)
      for (let top = y; top < y + 1; ) {
        const end = Math.min(y + 1, row === target.height - 1 ? y + 1 : (row + 1) * scale)
        addLine(sum, line, columns, end - top)
        top = end
        if (row < target.height - 1 && end >= (row + 1) * scale) finish()
      }
    }
  }
  finish()
  return { ...target, data }
}

/** Number of rows that are read at once. */
const STRIP = 64

interface Spread {
  /** Index of the new pixel in which each old pixel begins. */
  readonly to: Uint32Array
  /** Fraction of each old pixel inside that new pixel; the rest is in the next new pixel. */
  readonly part: Float64Array
}

function spread(length: number, target: number): Spread {
  const to = new Uint32Array(length)
  const part = new Float64Array(length)
  for (let at = 0; at < length; at += 1) {
    const index = Math.min(Math.floor((at * target) / length), target - 1)
    const border = ((index + 1) * length) / target
    to[at] = index
    part[at] = index === target - 1 ? 1 : Math.min(1, border - at)
  }
  return { to, part }
}

/** Adds a row, with colors weighted by their opacity, so that transparent pixels add no color. */
function addLine(sum: Float64Array, line: Uint8Array, { to, part }: Spread, weight: number): void {
  for (let x = 0; x < to.length; x += 1) {
    const here = (part[x] ?? 0) * weight
    const next = weight - here
    const at = (to[x] ?? 0) * 4
    const opacity = line[x * 4 + 3] ?? 255
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (line[x * 4 + channel] ?? 0) * opacity
      sum[at + channel] = (sum[at + channel] ?? 0) + value * here
      if (next > 0) sum[at + 4 + channel] = (sum[at + 4 + channel] ?? 0) + value * next
    }
    sum[at + 3] = (sum[at + 3] ?? 0) + opacity * here
    if (next > 0) sum[at + 7] = (sum[at + 7] ?? 0) + opacity * next
  }
}

/** Writes a finished row of pixels, each of which covers `area` old pixels, and begins the next row. */
function takeRow(sum: Float64Array, data: Uint8Array, area: number): void {
  for (let at = 0; at < sum.length; at += 4) {
    const opacity = sum[at + 3] ?? 0
    if (opacity === 0) continue
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = Math.round((sum[at + channel] ?? 0) / opacity)
    }
    data[at + 3] = Math.min(255, Math.round(opacity / area))
  }
  sum.fill(0)
}
