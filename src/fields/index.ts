import { blocks, blocksType } from './blocks/blocks.ts'
import { boolean, booleanType } from './boolean/boolean.ts'
import { date, dateType } from './date/date.ts'
import { datetime, datetimeType } from './datetime/datetime.ts'
import type { BuiltInType } from './field-type.ts'
import { group, groupType } from './group/group.ts'
import { json, jsonType } from './json/json.ts'
import { list, listType } from './list/list.ts'
import { media, mediaType } from './media/media.ts'
import { number, numberType } from './number/number.ts'
import { reference, referenceType } from './reference/reference.ts'
import { references, referencesType } from './references/references.ts'
import { richText, richTextType } from './rich-text/rich-text.ts'
import { select, selectType } from './select/select.ts'
import { slug, slugType } from './slug/slug.ts'
import { string, stringType } from './string/string.ts'
import { text, textType } from './text/text.ts'

/** Declares the fields of a collection: `field.string({ required: true })`. */
export const field = {
  string,
  text,
  richText,
  slug,
  number,
  boolean,
  date,
  datetime,
  select,
  json,
  media,
  reference,
  references,
  list,
  group,
  blocks,
}

/** The built-in field types by kind. Plugins may add more. */
export const fieldTypes: Readonly<Record<string, BuiltInType>> = Object.fromEntries(
  [
    stringType,
    textType,
    richTextType,
    slugType,
    numberType,
    booleanType,
    dateType,
    datetimeType,
    selectType,
    jsonType,
    mediaType,
    referenceType,
    referencesType,
    listType,
    groupType,
    blocksType,
  ].map((type) => [type.kind, type as BuiltInType]),
)
