import type { SentForm } from '../objects.ts'

/** Returns the texts of the inputs with a name; files are ignored. */
export function textsIn(form: SentForm, name: string): readonly string[] {
  const values = Object.hasOwn(form, name) ? [form[name]].flat() : []
  return values.filter((value) => typeof value === 'string')
}

/**
 * Converts the text of a time input to ISO 8601; `null` if it is empty. Text without a zone, as browsers send it if
 * scripts are off, counts as UTC.
 */
export function utcTime(text: string): string | null {
  if (text === '') return null
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00.000Z` : text
}
