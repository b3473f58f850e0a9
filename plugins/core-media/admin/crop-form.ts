import * as z from 'zod'

const typed = z.string().trim().default('')

/** Values of the crop form, as typed. */
export const cropForm = z.object({ x: typed, y: typed, width: typed, height: typed, degrees: typed })

/** Turns a form into operations on the picture; they are not validated yet. */
export function typedOperations({ x, y, width, height, degrees }: z.output<typeof cropForm>): readonly object[] {
  const crop = { type: 'crop', x: numberOf(x), y: numberOf(y), width: numberOf(width), height: numberOf(height) }
  return degrees === '' || degrees === '0' ? [crop] : [crop, { type: 'rotate', degrees: numberOf(degrees) }]
}

/** Parses a number. Returns other text unchanged, for validation to refuse it. */
function numberOf(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}
