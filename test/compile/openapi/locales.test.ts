import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'

it('describes the locales of a project that has them, and is valid', async () => {
  const compilation = await compile({ root: 'test/fixtures/locales' })
  const document = JSON.parse(compilation.reference().get('.cms/openapi.json') ?? '')
  expect((await new Validator().validate(structuredClone(document))).errors ?? []).toEqual([])

  const { parameters, schemas } = document.components
  expect(parameters.locale.schema).toEqual({ type: 'string', enum: ['en', 'de', 'pt-BR', '*'], default: 'en' })
  expect(parameters.fallback.schema.enum).toEqual(['none'])
  expect(schemas.posts.properties.title['x-localized']).toBe(true)
  expect(schemas.posts.properties.sku).not.toHaveProperty('x-localized')
  expect(schemas['posts.input'].properties.publishedLocales.items.enum).toEqual(['en', 'de', 'pt-BR'])

  const { get, delete: remove } = document.paths['/api/posts/{id}']
  expect(get.parameters).toContainEqual({ $ref: '#/components/parameters/locale' })
  expect(get.description).toContain('locale=*')
  expect(get.responses['200'].headers).toHaveProperty('Content-Language')
  expect(remove.parameters).not.toContainEqual({ $ref: '#/components/parameters/locale' })
})
