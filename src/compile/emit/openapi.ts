import type { FieldType } from '../../config/fields/field-type.ts'
import type { PluginSpec } from '../../config/plugin.ts'
import { followedIn } from '../../manifest/followed.ts'
import type { Manifest, ManifestCollection } from '../../manifest/index.ts'
import { collectionOperation, isCollectionRoute } from './openapi/collection-operations.ts'
import { collectionSchemas } from './openapi/collection-schemas.ts'
import { type Components, createComponents } from './openapi/components.ts'
import type { JsonObject } from './openapi/json-object.ts'
import { schemaOfZod } from './openapi/json-schema.ts'
import { pluginOperation } from './openapi/plugin-operations.ts'

/** Sources of the document: the program's parts. */
export interface OpenapiInput {
  readonly manifest: Manifest
  readonly fieldTypes: { readonly [kind: string]: FieldType }
  readonly plugins: { readonly [name: string]: PluginSpec }
}

/**
 * The OpenAPI 3.1 document of a service, as JSON text: every generated endpoint, and every route of a plugin that says
 * what it `responses` with. Paths, methods and access come from the route table, schemas from the validators.
 */
export function emitOpenapi({ manifest, fieldTypes, plugins }: OpenapiInput): string {
  const components = createComponents()
  const collections = new Map(manifest.collections.map((collection) => [collection.name, collection]))
  for (const collection of manifest.collections) collectionSchemas(collection, fieldTypes, components)
  if (manifest.collections.some(refersToMedia(fieldTypes)))
    components.schema('media.listed', () => mediaSchema(plugins, components))

  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const route of manifest.routes) {
    const collection = collections.get(route.collection ?? '')
    const operation =
      collection && isCollectionRoute(route)
        ? collectionOperation(route, collection, components, fieldTypes)
        : pluginOperation(route, plugins[route.plugin]?.routes?.[route.handler], components)
    if (!operation) continue
    const path = templateOf(route.path)
    const item = paths[path] ?? {}
    item[route.method.toLowerCase()] = operation
    paths[path] = item
  }
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: manifest.name, version: manifest.version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: tagsOf(manifest, paths),
    paths,
    components: components.toJSON(),
  })
}

function refersToMedia(fieldTypes: OpenapiInput['fieldTypes']) {
  return (collection: ManifestCollection) => followedIn(collection, fieldTypes).some(({ target }) => target === 'media')
}

/** Schema of a populated item; without a plugin that says so it stays an id. */
function mediaSchema(plugins: OpenapiInput['plugins'], components: Components): JsonObject {
  const target = Object.values(plugins).find(({ targets }) => targets?.media)?.targets?.media
  return target ? schemaOfZod(target.schema, 'output', components) : { type: 'string' }
}

const DESCRIPTION = [
  'Errors are problem details (RFC 9457); switch on `code`, which is permanent.',
  'Every answer carries `X-Request-Id`. `?pretty` indents any answer under `/api/`.',
  'Times are ISO 8601 with milliseconds, in UTC.',
].join(' ')

/** Hono's pattern as a template: `/api/posts/:id` becomes `/api/posts/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}').replace(/\/\*$/, '/{path}')
}

/** Collections by name, then plugins, as far as something of theirs is documented. */
function tagsOf(manifest: Manifest, paths: Record<string, Record<string, JsonObject>>): JsonObject[] {
  const used = new Set(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.tags as readonly string[]),
  )
  const tags = [
    ...manifest.collections.map(({ name, label, description }) => ({
      name,
      'x-label': label,
      description,
      'x-kind': 'collection',
    })),
    ...manifest.plugins.map(({ name, description }) => ({ name, 'x-label': name, description, 'x-kind': 'plugin' })),
  ]
  return tags
    .filter(({ name }) => used.has(name))
    .map(({ description, ...tag }) => (description === null ? tag : { ...tag, description }))
}
