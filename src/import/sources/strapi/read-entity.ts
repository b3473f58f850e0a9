import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { sourceFileAddress } from '../file-address.ts'
import { isList } from '../json/parse-record.ts'
import { rewriteAddresses } from '../markdown/rewrite-addresses.ts'
import type { SourceValue } from '../source.ts'
import { blocksToHtml } from './blocks.ts'
import { FILE } from './entities.ts'
import type { LinkIndex } from './links.ts'
import type { Attribute, Schema, Schemas } from './schemas.ts'

export interface StrapiContext {
  readonly schemas: Schemas
  readonly index: LinkIndex
  /** Address of the Strapi server; `null` if it is unknown. */
  readonly origin: string | null
}

/** Maximum depth of nested components. */
const DEEPEST = 10

const MEANINGS: { readonly [type: string]: SourceValue } = {
  uid: { is: 'slug' },
  blocks: { is: 'html' },
  integer: { is: 'number' },
  float: { is: 'number' },
  decimal: { is: 'number' },
  boolean: { is: 'boolean' },
  datetime: { is: 'time' },
  timestamp: { is: 'time' },
  json: { is: 'json' },
  dynamiczone: { is: 'json' },
}

/**
 * Returns the meanings of a content type's values. The names of the values in a single component begin with the name of
 * its attribute: `seo.title`.
 */
export function valuesOf(schema: Schema, context: StrapiContext, before = '', level = 0): [string, SourceValue][] {
  return [...schema.attributes].flatMap(([name, attribute]): [string, SourceValue][] => {
    const path = before + name
    if (attribute.type === 'component' && !attribute.isMany) {
      const component = context.schemas.get(attribute.component)
      return component === undefined || level === DEEPEST ? [] : valuesOf(component, context, `${path}.`, level + 1)
    }
    if (attribute.type === 'relation') {
      return targetsOf(schema, name, attribute, context).map((kind) => [
        attribute.target === '' ? `${path}.${kind}` : path,
        { is: 'reference', kind, many: attribute.isMany },
      ])
    }
    return [[path, meaningOf(attribute)]]
  })
}

function meaningOf({ type, isMany, customField }: Attribute): SourceValue {
  if (type === 'media') return { is: 'file', many: isMany }
  if (type === 'component') return { is: 'json' }
  if (type === 'richtext') return { is: /ckeditor|tinymce/i.test(customField) ? 'html' : 'markdown' }
  return (Object.hasOwn(MEANINGS, type) && MEANINGS[type]) || { is: 'text' }
}

function targetsOf({ uid }: Schema, name: string, { target }: Attribute, { index }: StrapiContext): readonly string[] {
  const targets = target === '' ? index.targetTypesOf(uid, name) : [target]
  return targets.filter((type) => type.startsWith('api::'))
}

/** Returns the values of an entity, keyed by the names that `valuesOf` returns. */
export function readValues(schema: Schema, id: string, data: JsonObject, context: StrapiContext): JsonObject {
  const values = (schema: Schema, id: string, data: JsonObject, before: string, level: number): [string, Json][] =>
    [...schema.attributes].flatMap(([name, attribute]): [string, Json][] => {
      const path = before + name
      if (attribute.type === 'component' && !attribute.isMany) {
        const component = context.schemas.get(attribute.component)
        const inner = data[name]
        if (component === undefined || !isJsonObject(inner) || level === DEEPEST) return []
        return values(component, idOf(inner), inner, `${path}.`, level + 1)
      }
      if (attribute.type === 'relation') {
        return targetsOf(schema, name, attribute, context).map((kind) => [
          attribute.target === '' ? `${path}.${kind}` : path,
          linked({ type: schema.uid, id, field: name }, kind, attribute.isMany, context),
        ])
      }
      return [[path, readValue(schema, name, attribute, id, data, context, level)]]
    })
  return Object.fromEntries(values(schema, id, data, '', 0))
}

function linked(
  owner: { type: string; id: string; field: string },
  kind: string,
  isMany: boolean,
  { index }: StrapiContext,
): Json {
  const keys = index.targetsOf(owner).flatMap(({ type, key }) => (type === kind ? [key] : []))
  return isMany ? keys : (keys[0] ?? null)
}

function readValue(
  schema: Schema,
  name: string,
  attribute: Attribute,
  id: string,
  data: JsonObject,
  context: StrapiContext,
  level: number,
): Json {
  const { type, isMany, component } = attribute
  if (type === 'media') return linked({ type: schema.uid, id, field: name }, FILE, isMany, context)
  const value = data[name] ?? null
  if (value === null) return null
  if (type === 'blocks') return blocksToHtml(value, (address) => fileAddress(address, context) ?? address)
  if (type === 'richtext' && typeof value === 'string') {
    return rewriteAddresses(value, (address) => fileAddress(address, context))
  }
  if (type === 'component' || type === 'dynamiczone') return readComponents(value, component, context, level)
  return value
}

/**
 * Returns the components of a list, without their ids, and with the keys of linked documents and files; `null` beyond
 * the maximum depth.
 */
function readComponents(value: Json, uid: string, context: StrapiContext, level: number): Json {
  if (!isList(value) || level === DEEPEST) return null
  return value.flatMap((item): Json[] => {
    if (!isJsonObject(item)) return []
    const named = item.__component
    const component = context.schemas.get(typeof named === 'string' ? named : uid)
    if (component === undefined) return []
    const values = readNested(component, item, context, level + 1)
    return [typeof named === 'string' ? { __component: named, ...values } : values]
  })
}

function readNested(component: Schema, data: JsonObject, context: StrapiContext, level: number): JsonObject {
  const id = idOf(data)
  return Object.fromEntries(
    [...component.attributes].flatMap(([name, attribute]): [string, Json][] => {
      if (attribute.type === 'relation') {
        const owner = { type: component.uid, id, field: name }
        return [[name, linked(owner, attribute.target, attribute.isMany, context)]]
      }
      const inner = data[name]
      if (attribute.type === 'component' && !attribute.isMany) {
        const nested = context.schemas.get(attribute.component)
        const isRead = nested !== undefined && isJsonObject(inner) && level < DEEPEST
        return [[name, isRead ? readNested(nested, inner, context, level + 1) : null]]
      }
      return [[name, readValue(component, name, attribute, id, data, context, level)]]
    }),
  )
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : ''
}

function fileAddress(address: string, { index, origin }: StrapiContext): string | null {
  const [, host, path] = /^https?:\/\/([^/]+)(\/uploads\/.*)$/i.exec(address) ?? []
  // Another site may have a file with the same name.
  const isOwn = host === undefined || origin === null || host.toLowerCase() === new URL(origin).host
  const key = index.keyOfFile(address) ?? (isOwn && path !== undefined ? index.keyOfFile(path) : null)
  return key === null ? null : sourceFileAddress(key)
}
