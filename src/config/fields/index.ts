import { blocks, blocksType } from './blocks.ts'
import { boolean, booleanType } from './boolean.ts'
import { date, dateType } from './date.ts'
import { datetime, datetimeType } from './datetime.ts'
import type { FieldType } from './field-type.ts'
import { group, groupType } from './group.ts'
import { json, jsonType } from './json.ts'
import { list, listType } from './list.ts'
import { media, mediaType } from './media.ts'
import { number, numberType } from './number.ts'
import { reference, referenceType } from './reference.ts'
import { references, referencesType } from './references.ts'
import { richText, richTextType } from './rich-text.ts'
import { select, selectType } from './select.ts'
import { slug, slugType } from './slug.ts'
import { string, stringType } from './string.ts'
import { text, textType } from './text.ts'

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

/** The built-in field types by kind. Plugins may add their own. */
export const fieldTypes: Readonly<Record<string, FieldType>> = Object.fromEntries(
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
  ].map((type) => [type.kind, type as FieldType]),
)
