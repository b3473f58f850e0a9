import { fixedAt, signatureAt } from './icc-profile.ts'

/** Maps a channel's value to another, both from 0 to 1. */
export type Curve = (value: number) => number

/** A curve with the number of bytes that it occupies in its tag. */
export interface ReadCurve {
  readonly curve: Curve
  readonly length: number
}

/**
 * Reads a curve: a table, a power, or a power with a linear part (ICC.1:2022, sections 10.6 and 10.18).
 * @throws RangeError if the data is cut off; Error if the data is not a curve
 */
export function readCurve(view: DataView, offset = 0): ReadCurve {
  const type = signatureAt(view, offset)
  if (type === 'curv') return readTable(view, offset)
  if (type === 'para') return readFormula(view, offset)
  throw new Error(`${type} is not a curve`)
}

function readTable(view: DataView, offset: number): ReadCurve {
  const count = view.getUint32(offset + 8)
  const length = 12 + count * 2
  if (count === 0) return { curve: (value) => value, length }
  if (count > 1) return { curve: tableCurve(numbersAt(view, offset + 12, count, 2)), length }
  const power = view.getUint16(offset + 12) / 256
  return { curve: (value) => value ** power, length }
}

/** Reads numbers of one or two bytes, as fractions of the largest value. */
export function numbersAt(view: DataView, offset: number, count: number, bytes: number): Float32Array {
  if (offset + count * bytes > view.byteLength) throw new RangeError('the profile is cut off')
  const read = (at: number) => (bytes === 1 ? view.getUint8(at) / 255 : view.getUint16(at) / 65_535)
  return Float32Array.from({ length: count }, (_, index) => read(offset + index * bytes))
}

/** Returns a curve that interpolates linearly between the numbers of a table. */
export function tableCurve(table: Float32Array): Curve {
  const last = table.length - 1
  return (value) => {
    const place = Math.min(1, Math.max(0, value)) * last
    const before = Math.floor(place)
    const low = table[before] ?? 0
    return low + ((table[Math.min(before + 1, last)] ?? 0) - low) * (place - before)
  }
}

/** Number of parameters of each kind of formula. */
const PARAMETERS = [1, 3, 4, 5, 7] as const

function readFormula(view: DataView, offset: number): ReadCurve {
  const kind = view.getUint16(offset + 8)
  const count = PARAMETERS[kind]
  if (count === undefined) throw new Error(`there is no formula ${kind}`)
  const parameters = Array.from({ length: count }, (_, index) => fixedAt(view, offset + 12 + index * 4))
  return { curve: formulaCurve(kind, parameters), length: 12 + count * 4 }
}

/** Returns a curve that is a power of a linear function plus `lift` from `start` on, and a linear function below it. */
function formulaCurve(kind: number, [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Curve {
  const hasStart = kind >= 3
  const start = hasStart ? d : kind === 0 ? 0 : -b / a
  const lift = kind === 2 ? c : kind === 4 ? e : 0
  const [slope, base] = hasStart ? [c, f] : [0, lift]
  return (value) => (value >= start ? Math.max(0, a * value + b) ** g + lift : slope * value + base)
}
