import { withBlackAtZero } from './black-point.ts'
import { type Curve, readCurve } from './curve.ts'
import { gridStage, type Stage } from './grid.ts'
import { type ColorSpace, fixedAt, type IccProfile, readProfile } from './icc-profile.ts'
import { type DeviceToXyz, readLookupTable } from './lookup-table.ts'
import { encodeLight, lightsOf, srgbOf } from './xyz.ts'

/**
 * Converts pixels of four bytes to sRGB, in place. The bytes are red, green, blue and opacity, even for gray, or four
 * inks. Pixels of inks become opaque.
 */
export type Conversion = (pixels: Uint8Array) => void

/**
 * Returns the conversion of a picture's pixels to sRGB.
 * @param profile profile in the file; `null` if it has none
 * @returns `null` if the pixels are sRGB already, as far as can be known
 */
export function conversionOf(space: ColorSpace, profile: Uint8Array | null): Conversion | null {
  const found = profile && readProfile(profile)
  const without = space === 'cmyk' ? printed : null
  if (!found || found.space !== space) return without
  try {
    return MODELS[space](found) ?? without
  } catch {
    // A damaged profile is ignored: the picture looks as it does in browsers.
    return without
  }
}

const MODELS: { readonly [Space in ColorSpace]: (profile: IccProfile) => Conversion | null } = {
  gray: grayConversion,
  rgb: (profile) => tableConversion(profile, 3) ?? matrixConversion(profile),
  cmyk: (profile) => tableConversion(profile, 4),
}

/** Converts inks without a profile: each removes light in proportion to its amount. */
function printed(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const light = 255 - (pixels[at + 3] ?? 0)
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = Math.round(((255 - (pixels[channel] ?? 0)) * light) / 255)
    }
    pixels[at + 3] = 255
  }
}

/**
 * Returns the conversion for gray: one curve maps each value to its lightness or its luminance. Returns `null` without
 * a curve, and if the conversion changes nothing visible.
 */
function grayConversion(profile: IccProfile): Conversion | null {
  const tag = profile.tag('kTRC')
  if (!tag) return null
  const { curve } = readCurve(tag)
  const light = profile.connection === 'XYZ' ? curve : (value: number) => lightOf(curve(value))
  const table = Uint8Array.from({ length: 256 }, (_, value) => encodeLight(light(value / 255)))
  if (table.every((value, index) => Math.abs(value - index) <= SAME)) return null
  return (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      for (let channel = at; channel < at + 3; channel += 1) pixels[channel] = table[pixels[channel] ?? 0] ?? 0
    }
  }
}

/** Converts lightness to luminance, both from 0 to 1 (CIE 15). */
function lightOf(lightness: number): number {
  return lightness > 0.08 ? ((lightness + 0.16) / 1.16) ** 3 : lightness / 9.033
}

/**
 * Returns the conversion for profiles of displays and cameras: curves convert values to linear light, and a matrix
 * converts that to the linear light of sRGB. Returns `null` without curves or matrix, and if the conversion changes
 * nothing visible.
 */
function matrixConversion(profile: IccProfile): Conversion | null {
  const tags = ['r', 'g', 'b'].map((light) => [profile.tag(`${light}TRC`), profile.tag(`${light}XYZ`)] as const)
  const curves: Curve[] = []
  const columns: number[][] = []
  for (const [curve, column] of tags) {
    if (!curve || !column) return null
    curves.push(readCurve(curve).curve)
    columns.push([8, 12, 16].map((at) => fixedAt(column, at)))
  }
  const lights = curves.map((curve) => Float32Array.from({ length: 256 }, (_, value) => curve(value / 255)))
  const convert = multiply(lights, lightsOf(columns))
  return leavesAlone(convert) ? null : convert
}

function multiply([red, green, blue]: readonly Float32Array[], rows: readonly (readonly number[])[]): Conversion {
  const [r = [], g = [], b = []] = rows
  const [r0 = 0, r1 = 0, r2 = 0] = r
  const [g0 = 0, g1 = 0, g2 = 0] = g
  const [b0 = 0, b1 = 0, b2 = 0] = b
  return (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      const x = red?.[pixels[at] ?? 0] ?? 0
      const y = green?.[pixels[at + 1] ?? 0] ?? 0
      const z = blue?.[pixels[at + 2] ?? 0] ?? 0
      pixels[at] = encodeLight(r0 * x + r1 * y + r2 * z)
      pixels[at + 1] = encodeLight(g0 * x + g1 * y + g2 * z)
      pixels[at + 2] = encodeLight(b0 * x + b1 * y + b2 * z)
    }
  }
}

/** Maximum difference that counts as equal: nobody sees it, and sRGB profiles have it because of rounding. */
const SAME = 1

/** Tells whether a conversion leaves all colors as they are: most profiles are sRGB profiles. */
function leavesAlone(convert: Conversion): boolean {
  const steps = [0, 32, 96, 160, 224, 255]
  const colors = Uint8Array.from(
    steps.flatMap((red) => steps.flatMap((green) => steps.flatMap((blue) => [red, green, blue, 255]))),
  )
  const converted = colors.slice()
  convert(converted)
  return converted.every((value, index) => Math.abs(value - (colors[index] ?? 0)) <= SAME)
}

/**
 * Returns the conversion for profiles with a lookup table, such as press profiles, whose table contains the measured
 * colors of mixtures of inks; `null` without a table.
 */
function tableConversion(profile: IccProfile, channels: 3 | 4): Conversion | null {
  const toXyz = readLookupTable(profile)
  return toXyz ? lookUp(sample(withBlackAtZero(toXyz, profile, channels), channels), channels) : null
}

/** Number of points on each side of the grid that replaces a table: the same as in Little CMS. */
const POINTS = { 3: 33, 4: 17 } as const

/**
 * Samples a conversion into a grid of sRGB values, 0 to 255: looking up the grid is fast enough for millions of pixels.
 */
function sample(toXyz: DeviceToXyz, channels: 3 | 4): Stage {
  const points = Array.from({ length: channels }, () => POINTS[channels])
  const last = POINTS[channels] - 1
  const grid = new Float32Array(POINTS[channels] ** channels * 3)
  const device = new Float32Array(channels)
  const color = new Float32Array(3)
  for (let at = 0; at < grid.length; at += 3) {
    let rest = at / 3
    for (let channel = channels - 1; channel >= 0; channel -= 1) {
      device[channel] = (rest % (last + 1)) / last
      rest = Math.floor(rest / (last + 1))
    }
    toXyz(device, color)
    for (const channel of [0, 1, 2] as const) grid[at + channel] = srgbOf(color, channel)
  }
  return gridStage(points, 3, grid)
}

function lookUp(toSrgb: Stage, channels: 3 | 4): Conversion {
  const device = new Float32Array(channels)
  return (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      for (let channel = 0; channel < channels; channel += 1) device[channel] = (pixels[at + channel] ?? 0) / 255
      const color = toSrgb(device)
      pixels[at] = Math.round(color[0] ?? 0)
      pixels[at + 1] = Math.round(color[1] ?? 0)
      pixels[at + 2] = Math.round(color[2] ?? 0)
      if (channels === 4) pixels[at + 3] = 255
    }
  }
}
