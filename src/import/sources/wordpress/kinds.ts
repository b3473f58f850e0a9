import type { SourceKind, SourceValue } from '../source.ts'
import type { Survey } from './survey.ts'
import { taxonomyKind } from './terms.ts'

/** Returns the kind of authors, or of the terms of a taxonomy, with the meanings of their values. */
export function termKind(kind: string): SourceKind {
  const system = {}
  if (kind === 'author') {
    const values = { name: TEXT, slug: { is: 'slug' }, email: TEXT, firstName: TEXT, lastName: TEXT } as const
    return { name: kind, values, system, isPublic: true }
  }
  const parent: SourceValue = { is: 'reference', kind, many: false }
  return { name: kind, values: { name: TEXT, slug: { is: 'slug' }, description: TEXT, parent }, system, isPublic: true }
}

const TEXT: SourceValue = { is: 'text' }

/** Returns the kind of the entries of a type, with the taxonomies and custom fields that occur. */
export function itemKind(type: string, found: Survey): SourceKind {
  const terms = found.taxonomiesOf(type).flatMap((taxonomy): [string, SourceValue][] => {
    const kind = taxonomyKind(taxonomy)
    return kind === null ? [] : [[termsName(kind), { is: 'reference', kind, many: true }]]
  })
  return {
    name: type,
    values: {
      title: TEXT,
      slug: { is: 'slug' },
      content: { is: 'html' },
      excerpt: TEXT,
      author: { is: 'reference', kind: 'author', many: false },
      ...Object.fromEntries(terms),
      cover: { is: 'file', many: false },
      date: { is: 'time' },
      modified: { is: 'time' },
      status: { is: 'status' },
      sticky: { is: 'boolean' },
      parent: { is: 'reference', kind: type, many: false },
      menuOrder: { is: 'number' },
      link: TEXT,
      ...found.metaOf(type),
    },
    system: { createdAt: 'date', updatedAt: 'modified', publishedAt: 'date', status: 'status' },
  }
}

/** Returns the name of the value that contains an entry's terms. */
export function termsName(kind: string): string {
  if (kind === 'category') return 'categories'
  return kind === 'tag' ? 'tags' : kind
}
