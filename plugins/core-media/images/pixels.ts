import { MIRRORED_X, MIRRORED_Y, type Size } from './geometry.ts'

/** An image with four bytes per pixel: red, green, blue, opacity; row by row. */
export interface Pixels extends Size {
  readonly data: Uint8Array
}

/** Rearranges pixels according to an EXIF orientation, 1 to 8 (CIPA DC-008, Orientation). */
export function orient({ data, width, height }: Pixels, orientation: number): Pixels {
  if (orientation <= 1 || orientation > 8) return { data, width, height }
  const isOnItsSide = orientation >= 5
  const target = isOnItsSide ? { width: height, height: width } : { width, height }
  const from = new Uint32Array(aligned(data).buffer)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < target.height; y += 1) {
    for (let x = 0; x < target.width; x += 1) {
      const [column, row] = isOnItsSide ? [y, x] : [x, y]
      const sourceX = MIRRORED_X.has(orientation) ? width - 1 - column : column
      const sourceY = MIRRORED_Y.has(orientation) ? height - 1 - row : row
      to[y * target.width + x] = from[sourceY * width + sourceX] ?? 0
    }
  }
  return { ...target, data: new Uint8Array(to.buffer) }
}

/** Centers an image on a larger canvas, which is transparent elsewhere. */
export function pad({ data, width, height }: Pixels, canvas: Size): Pixels {
  const padded = new Uint8Array(canvas.width * canvas.height * 4)
  const left = Math.floor((canvas.width - width) / 2)
  const top = Math.floor((canvas.height - height) / 2)
  for (let y = 0; y < height; y += 1) {
    padded.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((top + y) * canvas.width + left) * 4)
  }
  return { ...canvas, data: padded }
}

/** Puts pixels on a white background, for formats without opacity. Changes them in place. */
export function flatten(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3] ?? 255
    if (opacity === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.round(((data[channel] ?? 0) * opacity + 255 * (255 - opacity)) / 255)
    }
    data[at + 3] = 255
  }
  return pixels
}

/** Returns the bytes in a buffer that contains nothing else; copies them if necessary. */
function aligned(data: Uint8Array): Uint8Array {
  return data.byteOffset === 0 && data.byteLength === data.buffer.byteLength ? data : data.slice()
}
