import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { routeTable } from '../../../src/manifest/endpoints.ts'
import type { Manifest } from '../../../src/manifest/index.ts'
import { makeProject } from '../project.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into everywhere
let document: any
let manifest: Manifest
let text: string

beforeAll(async () => {
  const compilation = await compile({ root: process.cwd() })
  if (!compilation.manifest) throw new Error(JSON.stringify(compilation.diagnostics))
  manifest = compilation.manifest
  text = compilation.reference().get('.cms/openapi.json') ?? ''
  document = JSON.parse(text)
})

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.1')
  })

  it('is the same bytes every time', async () => {
    const again = await compile({ root: process.cwd() })
    expect(again.reference().get('.cms/openapi.json')).toBe(text)
  })

  it('has every generated endpoint', () => {
    const generated = routeTable(manifest).filter((route) => route.collection !== undefined)
    // All but `bulk` for the singleton, and two for pending changes.
    const drafts = manifest.collections.filter((collection) => collection.drafts)
    expect(generated.length).toBe(manifest.collections.length * 14 - 1 + 2 * drafts.length)
    for (const { method, path } of generated) {
      const template = path.replace(/:(\w+)/g, '{$1}')
      expect(document.paths[template]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
    }
  })

  it('refers to nothing that it does not hold, and holds nothing that nobody refers to', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"/]+)/g)].map(([, kind, name]) => `${kind}/${name}`),
    )
    const held = Object.entries(document.components as Record<string, object>)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, entries]) => Object.keys(entries).map((name) => `${kind}/${name}`))
    expect([...references].sort()).toEqual(held.sort())
  })

  it('names every operation once', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('says of each who may call it', () => {
    for (const operation of operations()) {
      expect(operation['x-access'], operation.operationId).toHaveProperty('kind')
      expect(operation.security.length, operation.operationId).toBeGreaterThan(0)
      expect(operation.description, operation.operationId).toMatch(/^Access: ./)
    }
    const { posts } = { posts: document.paths['/api/posts/{id}'] }
    expect(posts.get.description).toBe('Access: Everyone; unpublished documents only when signed in.')
    expect(posts.patch.description).toBe("Access: admin and editor; author where `createdBy` is the caller's id.")
    expect(posts.get.security).toContainEqual({})
    expect(posts.patch.security).toEqual([{ bearer: [] }, { cookie: [] }])
  })

  it('shows a field as it is taken and as it is answered', () => {
    const { schemas } = document.components
    expect(schemas['posts.input'].required).toEqual(['title'])
    expect(schemas['posts.input'].properties.kind).toMatchObject({
      type: ['string', 'null'],
      enum: ['news', 'feature', 'opinion', 'review', null],
      default: 'news',
    })
    expect(schemas['posts.input'].properties.body.anyOf).toEqual([
      { type: 'string', maxLength: 500_000 },
      { $ref: '#/components/schemas/RichText' },
      { type: 'null' },
    ])
    expect(schemas.posts.properties.body.anyOf).toEqual([{ $ref: '#/components/schemas/RichText' }, { type: 'null' }])
    expect(schemas['posts.input'].properties).not.toHaveProperty('views')
    expect(schemas.posts.properties.views).toMatchObject({ type: ['integer', 'null'], minimum: 0 })
    expect(schemas.posts.properties.tags).toMatchObject({ type: 'array', items: { type: 'string' } })
    expect(schemas.posts.required).not.toContain('correspondence')
    expect(schemas.site.properties.analytics.anyOf).toContainEqual({ $ref: '#/components/schemas/Json' })
  })

  it('lists the query parameters that work, and no others', () => {
    const names = document.paths['/api/categories'].get.parameters.map(
      (parameter: { name?: string; $ref?: string }) => parameter.name ?? parameter.$ref?.split('/').at(-1),
    )
    expect(names).toEqual([
      'page',
      'limit',
      'cursor',
      'count',
      'sort',
      'fields',
      'populate',
      'status',
      'or',
      'name',
      'slug',
      'parent',
      'position',
      'id',
      'createdBy',
      'updatedBy',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'scheduledAt',
      'version',
      'If-None-Match',
      'X-D1-Bookmark',
      'pretty',
    ])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: as above
function operations(): any[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item as object))
}

it('has fields of JSON inside others as often as there are some', async () => {
  const json = '{ a: field.json(), b: field.json() }'
  const project = makeProject({
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  fields: { group: field.group({ fields: ${json} }), blocks: field.blocks({ of: { note: ${json} } }) },
})
`,
  })
  const { diagnostics, reference } = await compile({ root: project.root })
  expect(diagnostics).toEqual([])
  const { components } = JSON.parse(reference().get('.cms/openapi.json') ?? '')
  const either = { anyOf: [{ $ref: '#/components/schemas/Json' }, { type: 'null' }] }
  expect(components.schemas['posts.input'].properties.group.properties).toMatchObject({ a: either, b: either })
  project.dispose()
})
