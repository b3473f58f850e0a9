/** A color in XYZ or L*a*b*: three numbers, which conversions change in place. */
export type Color = Float32Array

/** White of the profile connection space, D50. */
export const WHITE: readonly number[] = [0.9642, 1, 0.8249] as const

/** Converts XYZ to XYZ: leaves the color as it is. */
export const XYZ = (_: Color): void => undefined

/** Converts L*, a*, b* to XYZ (CIE 15). */
export const LAB = (color: Color): void => {
  const [lightness = 0, a = 0, b = 0] = color
  const y = (lightness + 16) / 116
  color[0] = cube(y + a / 500) * (WHITE[0] ?? 1)
  color[1] = cube(y) * (WHITE[1] ?? 1)
  color[2] = cube(y - b / 200) * (WHITE[2] ?? 1)
}

function cube(value: number): number {
  return value > 6 / 29 ? value ** 3 : (3 * 36 * (value - 4 / 29)) / 841
}

/** Matrix from XYZ under D50 to the linear lights of sRGB (IEC 61966-2-1, adapted by Bradford). */
const TO_LIGHTS = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Multiplies a matrix, given by its columns, by the matrix from XYZ to the lights of sRGB; returns three rows. */
export function lightsOf(columns: readonly (readonly number[])[]): number[][] {
  return TO_LIGHTS.map((row) => columns.map((column) => row.reduce((sum, one, at) => sum + one * (column[at] ?? 0), 0)))
}

/** Converts XYZ under D50 to a channel of sRGB, 0 to 255. */
export function srgbOf(color: Color, channel: 0 | 1 | 2): number {
  const [x, y, z] = TO_LIGHTS[channel]
  return encode(Math.min(1, Math.max(0, x * (color[0] ?? 0) + y * (color[1] ?? 0) + z * (color[2] ?? 0))))
}

function encode(light: number): number {
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
}

/** Number of steps in `encoded`: each is far less than one byte step, even in dark colors. */
const STEPS = 65_535
let encoded: Uint8Array | undefined

/** Returns the sRGB byte for a linear light, 0 to 1; other values are clipped. */
export function encodeLight(light: number): number {
  encoded ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(encode(step / STEPS)))
  return encoded[Math.round(Math.min(1, Math.max(0, light)) * STEPS)] ?? 0
}
