import * as z from 'zod'

/** Schema of a submitted form: a text for each input, or several. */
export const typedForm = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type TypedForm = z.output<typeof typedForm>

/** Returns the trimmed text of an input; empty if it does not exist. */
export function textOf(form: TypedForm, name: string): string {
  return (textsOf(form, name).at(-1) ?? '').replaceAll('\r\n', '\n').trim()
}

/** Returns all texts of inputs with one name. */
export function textsOf(form: TypedForm, name: string): readonly string[] {
  return Object.hasOwn(form, name) ? [form[name] ?? []].flat() : []
}

/** Tells whether a box is checked. */
export function isTicked(form: TypedForm, name: string): boolean {
  return textsOf(form, name).includes('true')
}

/** Tells whether a form only asks to be shown again with other inputs. */
export function isForInputs(form: TypedForm): boolean {
  return ['~more', '~show'].some((name) => textOf(form, name) !== '')
}
