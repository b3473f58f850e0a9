import { type Curve, numbersAt, readCurve, tableCurve } from './curve.ts'
import { gridStage, type Stage } from './grid.ts'
import { fixedAt, type IccProfile, signatureAt } from './icc-profile.ts'
import { type Color, LAB, XYZ } from './xyz.ts'

/** Converts the amounts of ink or light of a pixel, 0 to 1, to XYZ under D50. */
export type DeviceToXyz = (device: Float32Array, color: Color) => void

/**
 * Reads the table from device colors to the connection space: the one for pictures (`A2B0`, perceptual), or else the
 * one for measured colors (`A2B1`).
 * @returns `undefined` if the profile has neither
 * @throws Error if the table is damaged
 */
export function readLookupTable(profile: IccProfile): DeviceToXyz | undefined {
  const tag = profile.tag('A2B0') ?? profile.tag('A2B1')
  if (!tag) return undefined
  const type = signatureAt(tag, 0)
  const read = READERS[type]
  if (!read) throw new Error(`${type} is not a lookup table`)
  const stages = read(tag)
  const encoding = ENCODINGS[profile.connection][type === 'mft2' ? 'legacy' : 'current']
  const toXyz = profile.connection === 'Lab' ? LAB : XYZ
  return (device, color) => {
    let values = device
    for (const stage of stages) values = stage(values)
    for (let index = 0; index < 3; index += 1) {
      color[index] = (values[index] ?? 0) * (encoding.scale[index] ?? 1) + (encoding.offset[index] ?? 0)
    }
    toXyz(color)
  }
}

/** Ranges of the values that 0 to 1 represent. Old tables encode 100 % in 16 bits as 0xff00. */
const ENCODINGS = {
  XYZ: {
    legacy: { scale: [65_535 / 32_768, 65_535 / 32_768, 65_535 / 32_768], offset: [0, 0, 0] },
    current: { scale: [65_535 / 32_768, 65_535 / 32_768, 65_535 / 32_768], offset: [0, 0, 0] },
  },
  Lab: {
    legacy: { scale: [6_553_500 / 65_280, 65_535 / 256, 65_535 / 256], offset: [0, -128, -128] },
    current: { scale: [100, 255, 255], offset: [0, -128, -128] },
  },
} as const

const READERS: { readonly [type: string]: (view: DataView) => readonly Stage[] } = {
  mft1: (view) => readOldTable(view, 48, 256, 256, 1),
  mft2: (view) => readOldTable(view, 52, view.getUint16(48), view.getUint16(50), 2),
  'mAB ': readNewTable,
}

/**
 * Reads a table that applies curves, then a grid, then curves again (ICC.1:2022, sections 10.10 and 10.11). Its matrix
 * applies only to XYZ input.
 */
function readOldTable(view: DataView, start: number, before: number, behind: number, bytes: number): Stage[] {
  const [inputs, outputs, points] = [view.getUint8(8), view.getUint8(9), view.getUint8(10)]
  const size = points ** inputs * outputs
  const grid = start + inputs * before * bytes
  const tables = (offset: number, count: number, entries: number) =>
    Array.from({ length: count }, (_, index) =>
      tableCurve(numbersAt(view, offset + index * entries * bytes, entries, bytes)),
    )
  return [
    curveStage(tables(start, inputs, before)),
    gridStage(
      Array.from({ length: inputs }, () => points),
      outputs,
      numbersAt(view, grid, size, bytes),
    ),
    curveStage(tables(grid + size * bytes, outputs, behind)),
  ]
}

/**
 * Reads a table that applies curves, a grid, curves, a matrix and curves, each of them optional and with an offset of
 * its own (ICC.1:2022, section 10.12).
 */
function readNewTable(view: DataView): Stage[] {
  const [inputs, outputs] = [view.getUint8(8), view.getUint8(9)]
  const [last, matrix, middle, grid, first] = [12, 16, 20, 24, 28].map((at) => view.getUint32(at))
  return [
    ...(first ? [curveStage(curvesAt(view, first, inputs))] : []),
    ...(grid ? [newGrid(view, grid, inputs, outputs)] : []),
    ...(middle ? [curveStage(curvesAt(view, middle, outputs))] : []),
    ...(matrix ? [matrixStage(view, matrix)] : []),
    ...(last ? [curveStage(curvesAt(view, last, outputs))] : []),
  ]
}

function newGrid(view: DataView, offset: number, inputs: number, outputs: number): Stage {
  const points = Array.from({ length: inputs }, (_, index) => view.getUint8(offset + index))
  const size = points.reduce((product, count) => product * count, outputs)
  return gridStage(points, outputs, numbersAt(view, offset + 20, size, view.getUint8(offset + 16)))
}

/** Reads consecutive curves, each of which begins at a multiple of four. */
function curvesAt(view: DataView, offset: number, count: number): Curve[] {
  let at = offset
  return Array.from({ length: count }, () => {
    const { curve, length } = readCurve(view, at)
    at += Math.ceil(length / 4) * 4
    return curve
  })
}

function curveStage(curves: readonly Curve[]): Stage {
  const result = new Float32Array(curves.length)
  return (values) => {
    for (let index = 0; index < curves.length; index += 1) result[index] = curves[index]?.(values[index] ?? 0) ?? 0
    return result
  }
}

function matrixStage(view: DataView, offset: number): Stage {
  const numbers = Array.from({ length: 12 }, (_, index) => fixedAt(view, offset + index * 4))
  const result = new Float32Array(3)
  return ([first = 0, second = 0, third = 0]) => {
    for (let row = 0; row < 3; row += 1) {
      const [at, lift] = [row * 3, numbers[9 + row] ?? 0]
      result[row] = (numbers[at] ?? 0) * first + (numbers[at + 1] ?? 0) * second + (numbers[at + 2] ?? 0) * third + lift
    }
    return result
  }
}
