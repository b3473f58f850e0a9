import { isJsonObject, type JsonObject } from 'lintel/importing'
import { readRecords } from '../json/read-records.ts'
import { partFiles } from './archive.ts'

/** Property of a content type or a component, as declared in Strapi. */
export interface Attribute {
  readonly type: string
  /** Kind of a relation: `manyToOne`, `morphToMany`. */
  readonly relation: string
  /** Content type that a relation points to; `''` if each value names its own content type. */
  readonly target: string
  readonly isMany: boolean
  /** Name of the component that the attribute contains. */
  readonly component: string
  readonly customField: string
}

/** Content type or component. */
export interface Schema {
  readonly uid: string
  readonly isComponent: boolean
  readonly hasDrafts: boolean
  readonly isLocalized: boolean
  /** Attributes whose values are imported, by name. */
  readonly attributes: ReadonlyMap<string, Attribute>
}

export type Schemas = ReadonlyMap<string, Schema>

export async function readSchemas(root: string): Promise<Schemas> {
  const schemas = new Map<string, Schema>()
  for (const file of partFiles(root, 'schemas')) {
    for await (const { values } of readRecords(file)) {
      const schema = readSchema(values)
      if (schema !== null) schemas.set(schema.uid, schema)
    }
  }
  return schemas
}

/** Attributes that Strapi itself adds to content types. */
const OF_SYSTEM = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
])

function readSchema({ uid, modelType, options, pluginOptions, attributes }: JsonObject): Schema | null {
  if (typeof uid !== 'string' || !isJsonObject(attributes)) return null
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, Attribute][] =>
    // A two-sided relation is stored, and read, only on the side that declares it.
    isJsonObject(value) && !OF_SYSTEM.has(name) && value.mappedBy === undefined && value.type !== 'password'
      ? [[name, readAttribute(value)]]
      : [],
  )
  const i18n = isJsonObject(pluginOptions) && isJsonObject(pluginOptions.i18n) ? pluginOptions.i18n : {}
  return {
    uid,
    isComponent: modelType === 'component',
    hasDrafts: isJsonObject(options) && options.draftAndPublish === true,
    isLocalized: i18n.localized === true,
    attributes: new Map(entries),
  }
}

function readAttribute(value: JsonObject): Attribute {
  const relation = textOf(value.relation)
  return {
    type: textOf(value.type),
    relation,
    target: textOf(value.target),
    isMany: value.multiple === true || value.repeatable === true || relation.endsWith('Many'),
    component: textOf(value.component),
    customField: textOf(value.customField),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
