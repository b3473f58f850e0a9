import { ImageError } from '../image-error.ts'
import { copyPart, type DecodedImage } from './decoded.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  walloc(length: number): number
  wfree(address: number): void
  /** Returns the address of the picture; a number that is not positive if decoding fails. */
  decode(address: number, length: number): number
  width(): number
  height(): number
}

/**
 * Decodes a PNG in a separate WebAssembly memory, which is freed once nothing refers to it.
 * @throws ImageError if the file is damaged
 */
export async function decodePng(bytes: Uint8Array): Promise<DecodedImage> {
  const { default: module } = await import('imagescript/wasm/any/png.wasm')
  // Views of the memory are created when they are needed, so nothing must be done when the memory grows.
  const imports = { env: { emscripten_notify_memory_growth: () => undefined } }
  const wasm = new WebAssembly.Instance(module, imports).exports as unknown as Exports // the exports of the module
  const picture = decode(wasm, bytes)
  const [width, height] = [wasm.width(), wasm.height()]
  return {
    width,
    height,
    hasOpacity: true,
    read: (part) => copyPart(new Uint8Array(wasm.memory.buffer, picture, width * height * 4), width, part),
    free: () => wasm.wfree(picture),
  }
}

function decode(wasm: Exports, bytes: Uint8Array): number {
  try {
    const address = wasm.walloc(bytes.length)
    new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes)
    const picture = wasm.decode(address, bytes.length)
    wasm.wfree(address)
    if (picture > 0) return picture
  } catch (error) {
    throw undecodable(error)
  }
  throw undecodable()
}

function undecodable(cause?: unknown): ImageError {
  return new ImageError('The image cannot be decoded: it is damaged, or of an unsupported kind.', { cause })
}
