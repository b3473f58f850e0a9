import type { Pixels } from '../pixels.ts'

/** Encodes pixels as WebP in a WebAssembly memory of its own, which is freed afterwards. */
export async function encodeWebp({ data, width, height }: Pixels, quality: number): Promise<Uint8Array> {
  const [{ default: module }, { default: factory }, { initEmscriptenModule }, { defaultOptions }] = await Promise.all([
    import('@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
    import('@jsquash/webp/codec/enc/webp_enc_simd.js'),
    import('@jsquash/webp/utils.js'),
    import('@jsquash/webp/meta.js'),
  ])
  const encoder = await initEmscriptenModule(factory, module)
  const options = { ...defaultOptions, quality, lossless: quality === 100 ? 1 : 0 }
  const bytes = encoder.encode(data as Uint8Array<ArrayBuffer>, width, height, options) // never a SharedArrayBuffer
  if (!bytes) throw new Error(`WebP of ${width} by ${height} pixels could not be written`)
  return bytes.slice()
}
