import * as z from 'zod'

const typed = z.string().trim().default('')

/** What the form of a crop holds, as typed. */
export const cropForm = z.object({ x: typed, y: typed, width: typed, height: typed, degrees: typed })

/** What was typed, as operations on the picture; they are not judged yet. */
export function typedOperations({ x, y, width, height, degrees }: z.output<typeof cropForm>): readonly object[] {
  const crop = { type: 'crop', x: numberOf(x), y: numberOf(y), width: numberOf(width), height: numberOf(height) }
  return degrees === '' || degrees === '0' ? [crop] : [crop, { type: 'rotate', degrees: numberOf(degrees) }]
}

/** A number; what is none stays what was typed, to be refused. */
function numberOf(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}
