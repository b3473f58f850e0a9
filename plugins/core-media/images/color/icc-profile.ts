/** Color space of the values in a picture. */
export type ColorSpace = 'gray' | 'rgb' | 'cmyk'

/** Parts of an ICC profile (ICC.1:2022, section 7) that define how a picture's colors look. */
export interface IccProfile {
  readonly space: ColorSpace
  /** Major version: 2 or 4. */
  readonly version: number
  /** Profile connection space: the color space of the tables' output. */
  readonly connection: 'XYZ' | 'Lab'
  /**
   * Returns the data of a tag by its signature, starting with the signature of its type; `undefined` if there is no
   * such tag.
   */
  tag(signature: string): DataView | undefined
}

const SPACES: { readonly [signature: string]: ColorSpace } = { GRAY: 'gray', 'RGB ': 'rgb', CMYK: 'cmyk' }
const CONNECTIONS: { readonly [signature: string]: IccProfile['connection'] } = { 'XYZ ': 'XYZ', 'Lab ': 'Lab' }

/** Length of the header in bytes; the number of tags and their positions follow it. */
const HEADER = 128
const ENTRY = 12
/** Maximum number of tags that are read: profiles have about twenty. */
const MAX_TAGS = 100

/** Reads a profile; `null` if the data is not a profile, or is a profile of a kind that pictures do not have. */
export function readProfile(bytes: Uint8Array): IccProfile | null {
  if (bytes.length < HEADER + 4) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const space = SPACES[signatureAt(view, 16)]
  const connection = CONNECTIONS[signatureAt(view, 20)]
  if (signatureAt(view, 36) !== 'acsp' || space === undefined || connection === undefined) return null
  const tags = new Map<string, DataView>()
  const count = Math.min(view.getUint32(HEADER), MAX_TAGS)
  for (let at = HEADER + 4; at + ENTRY <= bytes.length && tags.size < count; at += ENTRY) {
    const [offset, length] = [view.getUint32(at + 4), view.getUint32(at + 8)]
    if (length < 8 || offset + length > bytes.length) continue
    tags.set(signatureAt(view, at), new DataView(bytes.buffer, bytes.byteOffset + offset, length))
  }
  return { space, version: view.getUint8(8), connection, tag: (signature) => tags.get(signature) }
}

/** Reads a signature of four letters. */
export function signatureAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))
}

/** Reads a fixed-point number with 16 bits before the point and 16 after it. */
export function fixedAt(view: DataView, offset: number): number {
  return view.getInt32(offset) / 65_536
}
