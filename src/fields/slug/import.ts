import type { FieldInImport } from '../in-import.ts'
import { slugOf } from './slug.ts'

export const importing: FieldInImport = {
  read: async (value, { options }, reading) => (await slugOf(decoded(reading.text(value) ?? ''), options.max)) || null,
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
