import type { IccProfile } from './icc-profile.ts'
import type { DeviceToXyz } from './lookup-table.ts'
import { type Color, WHITE } from './xyz.ts'

/** The light of the black that tables of new profiles lead to, as a part of white's (ICC.1:2022, perceptual black). */
const REFERENCE_BLACK = 0.0034731
/** Lightest black that is made black, as L* 50: what is lighter is no black. */
const LIGHTEST = 0.1842

/** Stretches what a table gives so that the darkest that its device can show is black, and white stays white. */
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

/** No light at all, or all of the inks, in the colour that this has. */
function darkest(toXyz: DeviceToXyz, channels: 3 | 4): readonly number[] {
  const color: Color = new Float32Array(3)
  toXyz(new Float32Array(channels).fill(channels === 4 ? 1 : 0), color)
  return [...color].map((part) => Math.min(Math.max(0, part), LIGHTEST))
}
