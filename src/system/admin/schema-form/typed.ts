import * as z from 'zod'

/** A form as it is sent: a text for each input, several where it has several. */
export const typedForm = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type TypedForm = z.output<typeof typedForm>

/** The text of an input, trimmed; empty where it is not there. */
export function textOf(form: TypedForm, name: string): string {
  return (textsOf(form, name).at(-1) ?? '').replaceAll('\r\n', '\n').trim()
}

/** Every value of inputs of one name. */
export function textsOf(form: TypedForm, name: string): readonly string[] {
  return Object.hasOwn(form, name) ? [form[name] ?? []].flat() : []
}

/** Tells whether a box is ticked. */
export function isTicked(form: TypedForm, name: string): boolean {
  return textsOf(form, name).includes('true')
}

/** Tells whether a form asks for other inputs, and for no change. */
export function isForInputs(form: TypedForm): boolean {
  return ['~more', '~show'].some((name) => textOf(form, name) !== '')
}
