import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = {
  read: (value, _, reading) => reading.time(value),
  fits: (look) => ['time', 'unixTime'].includes(look),
}
