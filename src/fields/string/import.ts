import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = {
  read: (value, _, reading) => reading.text(value)?.replace(/\s*\n\s*/g, ' ') || null,
  takesHtml: true,
}
