import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = { read: (value, field, reading) => reading.ids(value, field) }
