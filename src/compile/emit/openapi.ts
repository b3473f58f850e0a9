import type * as z from 'zod'
import type { PluginSpec } from '../../config/plugin.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import type { Route } from '../../config/route.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import { followedIn } from '../../manifest/followed.ts'
import type { Manifest } from '../../manifest/index.ts'
import { assembleReference } from '../../manifest/reference/assemble-reference.ts'
import type { PathPart, ReferenceParts } from '../../manifest/reference/reference-parts.ts'
import type { JsonObject } from '../json-object.ts'
import { collectionOperation, isCollectionRoute } from './openapi/collection-operations.ts'
import { collectionSchemas } from './openapi/collection-schemas.ts'
import { createComponents } from './openapi/components.ts'
import { schemaOfZod } from './openapi/json-schema.ts'
import { pluginOperation } from './openapi/plugin-operations.ts'

/** The parts of the program that the document is made from. */
export interface OpenapiInput {
  readonly manifest: Manifest
  readonly fieldTypes: { readonly [kind: string]: FieldType }
  readonly plugins: { readonly [name: string]: PluginSpec }
}

/**
 * Returns the parts of a service's OpenAPI 3.1 document: every generated endpoint, and every route of a plugin that
 * declares `responses`. Paths, methods and access come from the route table, schemas from the validators.
 */
export function referenceParts({ manifest, fieldTypes, plugins }: OpenapiInput): ReferenceParts {
  const components = createComponents()
  const collections = new Map(manifest.collections.map((collection) => [collection.name, collection]))
  const about = new Map<string, { readonly collection: string; readonly isInput: boolean }>()
  for (const collection of manifest.collections) {
    for (const { name, isInput } of collectionSchemas(collection, fieldTypes, components)) {
      about.set(name, { collection: collection.name, isInput })
    }
  }
  const followed = new Set(
    manifest.collections.flatMap((collection) => followedIn(collection, fieldTypes)).map(({ target }) => target),
  )
  for (const [target, schema] of targetsOf(plugins)) {
    if (followed.has(target)) components.schema(`${target}.listed`, () => schemaOfZod(schema, 'output', components))
  }

  const paths = new Map<string, PathPart>()
  for (const route of routeTable(manifest)) {
    const collection = collections.get(route.collection ?? '')
    const operation =
      collection && isCollectionRoute(route)
        ? collectionOperation(route, collection, components, fieldTypes)
        : pluginOperation(route, declaredRoute(plugins[route.plugin], route.handler), components)
    if (!operation) continue
    const path = templateOf(route.path)
    const operations = { ...paths.get(path)?.operations, [route.method.toLowerCase()]: operation }
    paths.set(path, { about: collection?.name ?? null, path, operations })
  }
  const { schemas, ...others } = components.toJSON() as ReferenceParts['components'] // objects by kind
  return {
    head: {
      openapi: '3.1.1',
      info: { title: manifest.name, version: manifest.version, description: DESCRIPTION },
      servers: [{ url: '/' }],
    },
    tags: tagsOf(manifest, [...paths.values()]),
    paths: [...paths.values()],
    schemas: Object.entries(schemas ?? {}).map(([name, schema]) => {
      const { collection = null, isInput = false } = about.get(name) ?? {}
      return { about: collection, name, isInput, schema: schema as JsonObject }
    }),
    components: others,
  }
}

/** Returns the complete OpenAPI document as JSON text. */
export function emitOpenapi(parts: ReferenceParts, { manifest, fieldTypes }: OpenapiInput): string {
  const { collections, plugins } = manifest
  return JSON.stringify(assembleReference(parts, { described: collections, all: collections, fieldTypes, plugins }))
}

function declaredRoute(plugin: PluginSpec | undefined, name: string): Route | undefined {
  return plugin && routesOf(plugin)[name]
}

/** Returns schemas of plugins' targets, as populated references contain them. */
function targetsOf(plugins: OpenapiInput['plugins']): (readonly [string, z.ZodType])[] {
  return Object.values(plugins).flatMap(({ data }) =>
    Object.entries(data?.targets ?? {}).map(([target, { schema }]) => [target, schema] as const),
  )
}

const DESCRIPTION = [
  'Errors are problem details (RFC 9457); switch on `code`, which is permanent.',
  'Every response has an `X-Request-Id`. `?pretty` indents any response under `/api/`.',
  'Times are ISO 8601 with milliseconds, in UTC.',
].join(' ')

/** Converts Hono's pattern to a template: `/api/posts/:id` becomes `/api/posts/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}').replace(/\/\*$/, '/{path}')
}

/** Returns a tag for each documented collection, then plugin, sorted by name. */
function tagsOf(manifest: Manifest, paths: readonly PathPart[]): ReferenceParts['tags'] {
  const used = new Set(
    paths
      .flatMap(({ operations }) => Object.values(operations))
      .flatMap((operation) => operation.tags as readonly string[]),
  )
  const tags = [
    ...manifest.collections.map(({ name, label, description }) => ({
      about: name,
      tag: { name, 'x-label': label, description, 'x-kind': 'collection' },
    })),
    ...manifest.plugins.map(({ name, description }) => ({
      about: null,
      tag: { name, 'x-label': name, description, 'x-kind': 'plugin' },
    })),
  ]
  return tags
    .filter(({ tag }) => used.has(tag.name))
    .map(({ about, tag: { description, ...tag } }) => ({
      about,
      tag: description === null ? tag : { ...tag, description },
    }))
}
