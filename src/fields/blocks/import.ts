import { type FieldData, isJsonObject, type Json } from '../field-data.ts'
import type { FieldInImport, ImportReading } from '../in-import.ts'

export const importing: FieldInImport = {
  read: (value, { options }, reading) =>
    Array.isArray(value) ? readBlocks(value, options.of, reading) : readText(value, options.of, reading),
  fits: (look, field) => (blockForText(field) !== null ? look !== 'boolean' : look === 'object'),
  takesHtml: true,
}

type Kinds = { readonly [type: string]: readonly FieldData[] }

/**
 * Returns the block and field that receive imported text, as `type.field`: those of the first block that has a rich
 * text and no other required field; `null` if there is no such block.
 */
export function blockForText({ options }: Pick<FieldData, 'options'>): string | null {
  for (const [type, fields] of Object.entries(options.of as Kinds)) {
    const text = fields.find((field) => field.kind === 'richText')
    const needsMore = fields.some((field) => field !== text && field.options.required)
    if (text && !needsMore) return `${type}.${text.name}`
  }
  return null
}

/** Property names under which other systems store the type of a block. */
export const TYPE_NAMES = ['type', 'blockType', '__component', 'blockName']

async function readBlocks(items: readonly Json[], kinds: Kinds, { members, lose }: ImportReading): Promise<Json> {
  const blocks: Json[] = []
  for (const item of items) {
    const object = isJsonObject(item) ? item : {}
    const named = TYPE_NAMES.map((name) => object[name]).find((type) => typeof type === 'string')
    const type = String(named ?? '').replace(/^.*\./, '')
    const fields = Object.hasOwn(kinds, type) ? kinds[type] : undefined
    if (fields) blocks.push({ type, ...(await members(object, fields)) })
    else lose(`block ${type || 'without a type'}`, item)
  }
  return blocks
}

/** Converts text to a list with at most one block. */
async function readText(value: Json, kinds: Kinds, { block = '', inner, problem }: ImportReading): Promise<Json> {
  const [type = '', name = ''] = block.split('.')
  const field = kinds[type]?.find((field) => field.name === name)
  if (field === undefined) {
    problem('The mapping has no block for this text. Add `block`, for example block: prose.text.')
    return null
  }
  const read = await inner(value, field)
  return read === null ? [] : [{ type, [name]: read }]
}
