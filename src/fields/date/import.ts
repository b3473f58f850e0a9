import type { FieldInImport } from '../in-import.ts'

export const importing: FieldInImport = {
  read: (value, _, reading) => reading.time(value)?.slice(0, 10) ?? null,
  fits: (look) => ['time', 'unixTime'].includes(look),
}
