import type { Box, Size } from '../geometry.ts'

/** A decoded image in its decoder's memory. */
export interface DecodedImage extends Size {
  /** Tells whether parts may be transparent. */
  readonly hasOpacity: boolean
  /** A copy of a part of it: four bytes a pixel, row by row, which of a CMYK picture are its inks. */
  read(part: Box): Uint8Array
  /** Lets go of the memory, as far as the decoder can. */
  free(): void
}

/** Rows of a part in a picture of four bytes a pixel. */
export function copyPart(data: Uint8Array, width: number, { x, y, ...part }: Box): Uint8Array {
  const copy = new Uint8Array(part.width * part.height * 4)
  for (let row = 0; row < part.height; row += 1) {
    const start = ((y + row) * width + x) * 4
    copy.set(data.subarray(start, start + part.width * 4), row * part.width * 4)
  }
  return copy
}
