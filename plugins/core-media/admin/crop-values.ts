import * as z from 'zod'

const typed = z.string().trim().default('')

/** What the form of a crop holds, as typed. */
export const typedCrop = z.object({ x: typed, y: typed, width: typed, height: typed, degrees: typed })
export type TypedCrop = z.output<typeof typedCrop>
