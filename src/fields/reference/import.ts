import type { FieldData, Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = { read: readReference }

function readReference(value: Json, field: FieldData, { ids, lose }: ImportReading): Json {
  const [first = null, ...others] = ids(value, field)
  if (others.length > 0) lose('all but the first of several references', value)
  return first
}
