import type { Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = {
  read: readFlag,
  fits: (look) => ['number', 'unixTime', 'boolean'].includes(look),
}

function readFlag(value: Json, _field: unknown, { flag, problem, quote }: ImportReading): Json {
  const found = flag(value)
  if (found !== undefined) return found
  const word = String(value).trim().toLowerCase()
  problem(`“${quote(value)}” does not mean yes or no. Map it in \`values\`, for example { ${word}: true }.`)
  return null
}
