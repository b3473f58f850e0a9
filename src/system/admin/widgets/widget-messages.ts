import { message, t } from '../../../ui/index.ts'

const RICH_TEXT = [
  message('Formatting'),
  message('Bold'),
  message('Italic'),
  message('Strikethrough'),
  message('Code'),
  message('Heading'),
  message('Smaller heading'),
  message('List'),
  message('Numbered list'),
  message('Quotation'),
  message('Code block'),
  message('Dividing line'),
  message('Link'),
  message('Image'),
  message('Undo'),
  message('Redo'),
  message('Address'),
  message('Apply'),
  message('Remove link'),
  message('Description for people who cannot see it'),
  message('This is not a web address, an email address or a telephone number.'),
  message('Uploading {name}'),
  message('{name} was not uploaded: {reason}'),
  message('the service cannot be reached'),
  message('Move {title} up'),
  message('Move {title} down'),
  message('Remove {title}'),
]

const PICKER = [
  message('Remove {label}'),
  message('{label} is chosen'),
  message('{label} is removed'),
  message('The list cannot be loaded. Try again.'),
  message('Uploading {name}'),
  message('{name} was not uploaded: {reason}'),
  message('the service cannot be reached'),
]

const ITEMS = [message('Moved to position {place} of {count}'), message('Removed. {count} are left.')]

const JSON_INPUT = [
  message('This is not valid JSON: line {line}, column {column}.'),
  message('This is not valid JSON.'),
]

/** Texts of a widget's script, as the JSON of `data-words`: texts in the reader's language by their English text. */
export const richTextMessages = (): string => messagesAsJson(RICH_TEXT)
export const pickerMessages = (): string => messagesAsJson(PICKER)
export const itemMessages = (): string => messagesAsJson(ITEMS)
export const jsonMessages = (): string => messagesAsJson(JSON_INPUT)

export function messagesAsJson(texts: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(texts.map((text) => [text, t(text)])))
}
