import type { Size } from '../geometry.ts'
import { ImageError } from '../image-error.ts'

/** Frame header of a JPEG (ISO 10918-1). */
export interface JpegFrame extends Size {
  readonly isProgressive: boolean
  /** Number of colors: 1, 3 or 4. */
  readonly components: number
  /** Number of stored samples per pixel: 3 for colors at full resolution, 1.5 at half the width and height. */
  readonly samples: number
}

/** Markers in the range of frame headers that do not begin a frame: 0xc4, 0xc8 and 0xcc. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

/**
 * Reads the frame header.
 * @throws ImageError if there is none
 */
export function readFrame(bytes: Uint8Array): JpegFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 2; offset + 10 < bytes.length && bytes[offset] === 0xff; ) {
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)
    if (isFrame) return describe(view, offset + 4, marker)
    offset += 2 + view.getUint16(offset + 2)
  }
  throw new ImageError('The image does not say how large it is.')
}

function describe(view: DataView, start: number, marker: number): JpegFrame {
  const components = view.getUint8(start + 5)
  const factors: number[] = []
  for (let at = start + 6; at + 2 < view.byteLength && factors.length < components; at += 3) {
    const factor = view.getUint8(at + 1)
    factors.push((factor >> 4) * (factor & 15))
  }
  const largest = Math.max(1, ...factors)
  return {
    height: view.getUint16(start + 1),
    width: view.getUint16(start + 3),
    isProgressive: marker % 4 === 2,
    components,
    samples: factors.reduce((sum, factor) => sum + factor / largest, 0),
  }
}
