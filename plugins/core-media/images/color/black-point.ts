import type { IccProfile } from './icc-profile.ts'
import type { DeviceToXyz } from './lookup-table.ts'
import { type Color, WHITE } from './xyz.ts'

/** Luminance of the black point in tables of new profiles, as a fraction of white (ICC.1:2022, perceptual black). */
const REFERENCE_BLACK = 0.0034731
/** Maximum luminance of a black point, equal to L* 50: a device whose darkest color is lighter has no black. */
const LIGHTEST = 0.1842

/**
 * Stretches the output of a table so that its black point becomes black, and white stays white. The black point is the
 * reference black in profiles of version 4, and the darkest color of the device in older profiles.
 */
export function withBlackAtZero(toXyz: DeviceToXyz, profile: IccProfile, channels: 3 | 4): DeviceToXyz {
  const black = profile.version >= 4 ? WHITE.map((part) => part * REFERENCE_BLACK) : darkest(toXyz, channels)
  const scale = WHITE.map((part, index) => part / (part - (black[index] ?? 0)))
  return (device, color) => {
    toXyz(device, color)
    for (let index = 0; index < 3; index += 1) {
      color[index] = ((color[index] ?? 0) - (black[index] ?? 0)) * (scale[index] ?? 1)
    }
  }
}

/** Returns the XYZ of no light at all, or of all inks, limited to `LIGHTEST`. */
function darkest(toXyz: DeviceToXyz, channels: 3 | 4): readonly number[] {
  const color: Color = new Float32Array(3)
  toXyz(new Float32Array(channels).fill(channels === 4 ? 1 : 0), color)
  return [...color].map((part) => Math.min(Math.max(0, part), LIGHTEST))
}
