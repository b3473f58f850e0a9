import type { Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = {
  read: readNumber,
  fits: (look) => ['number', 'unixTime', 'boolean'].includes(look),
}

function readNumber(value: Json, _field: unknown, { problem, quote }: ImportReading): Json {
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = String(value).trim()
  const found = Number(/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text)
  if (typeof value !== 'object' && Number.isFinite(found)) return found
  problem(`“${quote(value)}” is not a number. Map it to a number in \`values\`, or choose another field.`)
  return null
}
