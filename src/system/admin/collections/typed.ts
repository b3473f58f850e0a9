import * as z from 'zod'

/** What a form sends: a text for each input, several where it has several. */
export const typedForm = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type TypedForm = z.output<typeof typedForm>

/** What was typed into an input, trimmed; empty where it is not there. */
export function textOf(form: TypedForm, name: string): string {
  const value = form[name]
  return (Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? '')).replaceAll('\r\n', '\n').trim()
}

/** Every value of inputs of one name. */
export function textsOf(form: TypedForm, name: string): readonly string[] {
  const value = form[name]
  return value === undefined ? [] : [value].flat()
}

/** Whether a box is ticked. */
export function isTicked(form: TypedForm, name: string): boolean {
  return textsOf(form, name).includes('true')
}
