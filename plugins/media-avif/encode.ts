import type { AvifEncoder } from '../core-media/service.ts'

/**
 * Speed of the AOM encoder, 0 to 10: from 8 on, a picture of 1,920 by 1,280 pixels takes less than a second of CPU
 * time.
 */
const SPEED = 9
/** Maximum number of pixels: the encoder takes up to 34 bytes for each, and an isolate has 128 MB. */
const MAX_PIXELS = 2_500_000

/** Encodes AVIF with libavif and AOM, in a WebAssembly memory of its own, which is freed afterwards. */
export const avifEncoder: AvifEncoder = {
  maxPixels: MAX_PIXELS,
  encode: async ({ data, width, height }, quality) => {
    const [{ default: module }, { default: factory }, { initEmscriptenModule }, { defaultOptions }] = await Promise.all(
      [
        import('@jsquash/avif/codec/enc/avif_enc.wasm'),
        import('@jsquash/avif/codec/enc/avif_enc.js'),
        import('@jsquash/avif/utils.js'),
        import('@jsquash/avif/meta.js'),
      ],
    )
    const encoder = await initEmscriptenModule(factory, module)
    const options = { ...defaultOptions, quality, speed: SPEED }
    const bytes = encoder.encode(data as Uint8Array<ArrayBuffer>, width, height, options) // never a SharedArrayBuffer
    if (!bytes) throw new Error(`AVIF of ${width} by ${height} pixels could not be written`)
    return bytes.slice()
  },
}
