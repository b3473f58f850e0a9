import type { RequestContext } from 'lintel/kit'
import { encodeAvif } from './avif.ts'
import { encodeWithPhoton } from './codecs/photon.ts'
import { encodeWebp } from './codecs/webp.ts'
import type { Format } from './operations.ts'
import type { Pixels } from './pixels.ts'

/** Encodes pixels as a file. For WebP, quality 100 is lossless; PNG ignores the quality. */
export type Encode = (pixels: Pixels, quality: number) => Promise<Uint8Array>

/** Encoders for each format except JPEG, which `JpegCodec` encodes. */
export type Encoders = { readonly [Each in Exclude<Format, 'jpeg'>]: Encode }

export function encodersOf(c: RequestContext): Encoders {
  return {
    png: encodeWithPhoton,
    webp: encodeWebp,
    avif: (pixels, quality) => encodeAvif(c, pixels, quality),
  }
}
