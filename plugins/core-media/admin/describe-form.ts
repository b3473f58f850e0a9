import * as z from 'zod'

const text = z.string().max(5000).default('')

/** Values of the form that describes a file, as typed: tags separated by commas, the focal point in percent. */
export const describeForm = z.strictObject({
  title: text,
  alt: text,
  tags: text,
  folder: text,
  focalX: text,
  focalY: text,
})

/** Turns a form into changes to the item; they are not validated yet. */
export function typedChanges({ title, alt, tags, folder, focalX, focalY }: z.output<typeof describeForm>): object {
  const words = tags.split(',').map((tag) => tag.trim())
  return {
    title: title.trim() || null,
    alt: alt.trim() || null,
    tags: words.filter((tag) => tag !== ''),
    folder,
    focalPoint: focalX.trim() === '' && focalY.trim() === '' ? null : { x: partOf(focalX), y: partOf(focalY) },
  }
}

/** Converts percent to a fraction. Returns text that is not a number unchanged, for validation to refuse it. */
function partOf(percent: string): number | string {
  const value = Number(percent)
  return percent.trim() === '' || Number.isNaN(value) ? percent : value / 100
}
