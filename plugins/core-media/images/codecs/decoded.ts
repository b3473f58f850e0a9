import type { Box, Size } from '../geometry.ts'

/** A decoded image in the memory of its decoder. */
export interface DecodedImage extends Size {
  /** Tells whether the image may have transparent parts. */
  readonly hasOpacity: boolean
  /** Returns a copy of a part: four bytes per pixel, row by row; in a CMYK picture these are the inks. */
  read(part: Box): Uint8Array
  /** Frees the memory, as far as the decoder can. */
  free(): void
}

/** Copies a part of a picture with four bytes per pixel. */
export function copyPart(data: Uint8Array, width: number, { x, y, ...part }: Box): Uint8Array {
  const copy = new Uint8Array(part.width * part.height * 4)
  for (let row = 0; row < part.height; row += 1) {
    const start = ((y + row) * width + x) * 4
    copy.set(data.subarray(start, start + part.width * 4), row * part.width * 4)
  }
  return copy
}
