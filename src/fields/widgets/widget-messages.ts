import { message, t } from '../../ui/index.ts'

const PICKER = [
  message('Remove {label}'),
  message('{label} is chosen'),
  message('{label} is removed'),
  message('The list cannot be loaded. Try again.'),
  message('Uploading {name}'),
  message('{name} was not uploaded: {reason}'),
  message('the service cannot be reached'),
]

const ITEMS = [
  message('Moved to position {place} of {count}'),
  message('Removed. {count} are left.'),
  message('Duplicated at position {place} of {count}'),
  message('Cancel'),
]

const JSON_INPUT = [
  message('This is not valid JSON: line {line}, column {column}.'),
  message('This is not valid JSON.'),
]

/** Returns the texts of the picker's script, as JSON for `data-words`: translations by English text. */
export const pickerMessages = (): string => messagesAsJson(PICKER)
export const itemMessages = (): string => messagesAsJson(ITEMS)
export const jsonMessages = (): string => messagesAsJson(JSON_INPUT)

export function messagesAsJson(texts: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(texts.map((text) => [text, t(text)])))
}
