import type { FieldData, Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = { read: readList, fits: () => true }

async function readList(value: Json, { options }: FieldData, { items, inner }: ImportReading): Promise<Json> {
  const read: Json[] = []
  for (const item of items(value)) read.push(await inner(item, options.of))
  return read.filter((item) => item !== null)
}
