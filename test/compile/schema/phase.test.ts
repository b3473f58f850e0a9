import { describe, expect, test } from 'vitest'
import { parseMigration, toMigrations } from '../../../src/compile/schema/files/migration-file.ts'
import { type Collection, type Config, defineCollection, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'

const authors = defineCollection({ name: 'authors', fields: { name: field.string() } })
const notes = defineCollection({ name: 'notes', fields: { text: field.string() } })
const fields = {
  title: field.string(),
  homepage: field.string(),
  views: field.number({ integer: true }),
  author: field.reference('authors'),
  tags: field.references('authors'),
}
const posts = (more: Partial<Collection>, own: Collection['fields'] = fields) =>
  defineCollection({ name: 'posts', fields: own, ...more })
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** The migration that leads from the first collections to these. */
function chainTo(collections: readonly Collection[], options: Partial<Config> = {}): ProjectHistory {
  const project = new ProjectHistory()
  project.build([authors, notes, posts({})])
  project.seal()
  const { findings } = project.build(collections, options)
  expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([])
  return project
}

const phaseAfter = (...args: Parameters<typeof chainTo>) => toMigrations(chainTo(...args).files)[1]?.phase

const EXPANDING: Record<string, Collection[]> = {
  'a field that may be empty': [authors, notes, posts({}, { ...fields, subtitle: field.string() })],
  'a unique field that may be empty': [authors, notes, posts({}, { ...fields, code: field.string({ unique: true }) })],
  'a list of references': [authors, notes, posts({}, { ...fields, editors: field.references('authors') })],
  'a collection': [authors, notes, posts({}), defineCollection({ name: 'events', fields: { at: field.datetime() } })],
  'an index': [authors, notes, posts({ indexes: [['views', '-title']] })],
}
const dropped = (...names: string[]) => ({ dropped: Object.fromEntries(names.map((name) => [name, 'unused'])) })
const CONTRACTING: Record<string, [Collection[], Partial<Config>?]> = {
  'a field that goes': [[authors, notes, posts(dropped('homepage'), without('homepage'))]],
  'a collection that goes': [[authors, posts({})], { dropped: { notes: 'unused' } }],
}
const SWITCHING: Record<string, [Collection[], Partial<Config>?]> = {
  'a field with a value for rows that lack it': [
    [authors, notes, posts({}, { ...fields, rank: field.number({ default: 1 }) })],
  ],
  'a field that is required': [
    [authors, notes, posts({}, { ...fields, rank: field.number({ required: true, backfill: 1 }) })],
  ],
  'a field that becomes unique': [[authors, notes, posts({}, { ...fields, title: field.string({ unique: true }) })]],
  'a rename': [
    [authors, notes, posts({}, { ...without('homepage'), site: field.string({ renamedFrom: 'homepage' }) })],
  ],
  'another type': [[authors, notes, posts({}, { ...fields, views: field.string() })]],
  'a reference that goes': [[authors, notes, posts(dropped('author'), without('author'))]],
  'a list of references that goes': [[authors, notes, posts(dropped('tags'), without('tags'))]],
  'a field that comes, and one that goes': [
    [authors, notes, posts(dropped('homepage'), { ...without('homepage'), subtitle: field.string() })],
  ],
  'the title, which other lists show': [[authors, notes, posts(dropped('title'), without('title'))]],
  'full text': [[authors, notes, posts({ search: ['title'] })]],
}

describe('the phase of a migration', () => {
  test.each(Object.entries(EXPANDING))('expands with %s', (_, collections) => {
    expect(phaseAfter(collections)).toBe('expand')
  })

  test.each(Object.entries(CONTRACTING))('contracts with %s', (_, [collections, options]) => {
    expect(phaseAfter(collections, options)).toBe('contract')
  })

  test.each(Object.entries(SWITCHING))('switches with %s', (_, [collections, options]) => {
    expect(phaseAfter(collections, options)).toBe('switch')
  })

  test('is a switch where the SQL does more than its operation says, or a person wrote it', () => {
    const [first, file] = chainTo(EXPANDING['a field that may be empty'] ?? []).files
    if (!first || !file) throw new Error('the build wrote no migration')
    const more = parseMigration(file.name, `${file.text}UPDATE "posts" SET "title" = NULL;\n`)
    const byHand = parseMigration(file.name, file.text.replace('made-by: cms build', 'made-by: hand'))
    const phaseOf = (last: typeof file) => toMigrations([first, last])[1]?.phase
    expect([file, more, byHand].map(phaseOf)).toEqual(['expand', 'switch', 'switch'])
  })
})
