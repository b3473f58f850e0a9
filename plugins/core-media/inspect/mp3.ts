import { type Gathered, type Inspector, pass } from './steps.ts'

/** Sample rates by version bits (2.5, reserved, 2, 1) and index. */
const SAMPLE_RATES: readonly (readonly number[])[] = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
]
/**
 * Number of bytes at the beginning of the first frame that contain the table of a variable bit rate, if there is one.
 */
const FRAME = 64

/** Inspects MP3: reads the duration if the first frame counts the frames (Xing, Info). Keeps everything. */
export function* inspectMp3(facts: Gathered): Inspector {
  const start = yield { kind: 'peek', length: 10 }
  if (start[0] === 0x49 && start[1] === 0x44 && start[2] === 0x33) yield { kind: 'copy', length: 10 + tagLength(start) }
  const frame = yield* pass(FRAME)
  const [sync = 0, second = 0, third = 0, fourth = 0] = frame
  if (sync !== 0xff || (second & 0xe0) !== 0xe0) return { rest: 'copy' }
  const version = (second >> 3) & 3
  const rate = SAMPLE_RATES[version]?.[(third >> 2) & 3]
  const isLayer3 = ((second >> 1) & 3) === 1
  const isMono = fourth >> 6 === 3
  const isVersion1 = version === 3
  const table = 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  const name = String.fromCharCode(...frame.subarray(table, table + 4))
  if (!isLayer3 || rate === undefined || (name !== 'Xing' && name !== 'Info')) return { rest: 'copy' }
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const hasCount = (view.getUint32(table + 4) & 1) === 1
  const samples = view.getUint32(table + 8) * (isVersion1 ? 1152 : 576)
  if (hasCount) facts.duration = Math.round((samples / rate) * 1000) / 1000
  return { rest: 'copy' }
}

/** Returns an ID3v2 tag's length without its header: 28 bits in four bytes. */
function tagLength(header: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = header.subarray(6)
  return (a << 21) | (b << 14) | (c << 7) | d
}
