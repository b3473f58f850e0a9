import * as z from 'zod'

/** Schema of a submitted form. An input that is sent several times has a list of texts. */
export const typedForm = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type TypedForm = z.output<typeof typedForm>

/** Returns the last text of an input, trimmed and with `\n` as line break; empty if the input was not sent. */
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

/** Tells whether a form was sent only to be shown again with other inputs. */
export function isForInputs(form: TypedForm): boolean {
  return ['~more', '~show'].some((name) => textOf(form, name) !== '')
}
