import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = { read: (value, _, reading) => reading.text(value) || null, takesHtml: true }
