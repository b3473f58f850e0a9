import {
  blockForText,
  type CollectionPlan,
  type FieldData,
  type FieldInImport,
  type ManifestField,
  partsOf,
} from 'lintel/importing'
import { readTime } from '../../sources/read-time.ts'
import type { FieldMapping, Form } from '../mapping.ts'
import { singular } from './guess-collection.ts'
import type { SurveyedKind, SurveyedValue } from './survey.ts'
import { namesFile } from './survey.ts'

/** Synonyms for the name of a field, the best first. */
const SYNONYMS: { readonly [field: string]: readonly string[] } = {
  title: ['name', 'headline', 'label', 'heading', 'subject'],
  name: ['title', 'displayname', 'fullname', 'label', 'username'],
  slug: ['nicename', 'handle', 'permalink', 'path', 'urlslug'],
  body: ['content', 'text', 'html', 'markdown', 'article', 'description'],
  content: ['body', 'text', 'html', 'markdown'],
  text: ['body', 'content', 'html', 'markdown'],
  summary: ['excerpt', 'description', 'teaser', 'intro', 'abstract', 'lead', 'standfirst'],
  excerpt: ['summary', 'description', 'teaser', 'intro', 'abstract'],
  description: ['summary', 'excerpt', 'bio', 'about'],
  bio: ['description', 'biography', 'about'],
  cover: ['image', 'featuredimage', 'thumbnail', 'hero', 'picture', 'coverimage', 'photo'],
  image: ['cover', 'featuredimage', 'thumbnail', 'hero', 'picture', 'photo'],
  portrait: ['avatar', 'photo', 'picture', 'image'],
  avatar: ['portrait', 'photo', 'picture', 'image'],
  date: ['published', 'publishedat', 'created'],
  position: ['menuorder', 'order', 'weight', 'sort'],
}

/** Readers of imported values, by kind of field. */
export type Readers = ReadonlyMap<string, FieldInImport>

/** Guesses the value for each field of a collection; fields that no value fits are absent. */
export function guessFields(
  kind: SurveyedKind,
  plan: CollectionPlan,
  collectionOf: (kind: string) => string | undefined,
  fileTargets: ReadonlySet<string>,
  readers: Readers,
): { readonly [field: string]: FieldMapping } {
  const taken = new Set(Object.values(kind.system).flat())
  const guessed: { [field: string]: FieldMapping } = {}
  for (const rank of [0, 1, 2]) {
    for (const { field } of plan.fields) {
      if (guessed[field.name] !== undefined) continue
      if (partsOf(field)?.kind === 'object' && kind.values.some(({ name }) => name.startsWith(`${field.name}.`))) {
        guessed[field.name] = { from: field.name }
        continue
      }
      const fitting = kind.values.filter(
        (value) => !taken.has(value.name) && fits(value, field, collectionOf, fileTargets, readers),
      )
      const found = fitting.find((value) => rankOf(value, field, collectionOf) === rank)
      if (found === undefined) continue
      taken.add(found.name)
      guessed[field.name] = { from: found.name, ...formFor(found, readers.get(field.kind)), ...blockFor(field) }
    }
  }
  return Object.fromEntries(
    plan.fields.flatMap(({ field: { name } }) => (guessed[name] ? [[name, guessed[name]]] : [])),
  )
}

/**
 * Returns the rank of a guess: 0 for the same name, 1 for a synonym, 2 for a reference to the field's collection, or
 * for a file if the field is a cover, 3 for any other value.
 */
function rankOf(
  value: SurveyedValue,
  field: ManifestField,
  collectionOf: (kind: string) => string | undefined,
): number {
  const [valueName, fieldName] = [singular(value.name.replace(/^meta\./, '')), singular(field.name)]
  if (valueName === fieldName) return 0
  if (SYNONYMS[field.name.toLowerCase()]?.includes(value.name.toLowerCase().replace(/[^a-z0-9]/g, ''))) return 1
  const refersThere = value.meaning?.is === 'reference' && collectionOf(value.meaning.kind) === field.target
  const isCover = value.meaning?.is === 'file' && (SYNONYMS.cover ?? []).concat('cover').includes(fieldName)
  return refersThere || isCover ? 2 : 3
}

function fits(
  { meaning, look, sample }: SurveyedValue,
  field: ManifestField,
  collectionOf: (kind: string) => string | undefined,
  fileTargets: ReadonlySet<string>,
  readers: Readers,
): boolean {
  const { kind, target } = field
  if (target !== null && fileTargets.has(target))
    return meaning?.is === 'file' || (look === 'word' && namesFile(sample))
  if (target !== null) return meaning?.is === 'reference' && collectionOf(meaning.kind) === target
  if (meaning?.is === 'reference' || meaning?.is === 'file') return false
  const named = meaning?.is === 'text' ? look : (meaning?.is ?? look)
  const says = named === 'number' && isUnixTime(sample) ? 'unixTime' : named
  return readers.get(kind)?.fits?.(says, field) ?? (says !== 'object' && says !== 'json')
}

/** Tells whether a number in a sample is a time in seconds or milliseconds. */
export function isUnixTime(sample: string): boolean {
  return typeof readTime(sample) === 'number'
}

function formFor({ meaning, look }: SurveyedValue, reader: FieldInImport | undefined): { as?: Form } {
  if (meaning?.is === 'html' || meaning?.is === 'markdown') return { as: meaning.is }
  return reader?.takesHtml && look === 'html' ? { as: 'html' } : {}
}

function blockFor(field: FieldData): { block?: string } {
  const block = partsOf(field)?.kind === 'blocks' ? blockForText(field) : null
  return block === null ? {} : { block }
}
