import { type FieldData, isJsonObject, type Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = {
  read: readGroup,
  fits: (look) => ['object', 'json'].includes(look),
}

function readGroup(value: Json, { options }: FieldData, { members, problem }: ImportReading): Json | Promise<Json> {
  if (isJsonObject(value)) return members(value, options.fields)
  problem('A group needs an object, but this value is not one.')
  return null
}
