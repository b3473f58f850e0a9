import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = { read: (value) => value, fits: () => true }
