import * as z from 'zod'
import {
  type BuiltInType,
  declareField,
  type FieldData,
  type FieldOptions,
  type Requirement,
  textual,
} from '../field-type.ts'
import { refusal } from '../refusal.ts'

export interface SlugOptions extends FieldOptions<string> {
  /** The field from which the slug is made if a document is created without one. */
  readonly from?: string
  /** Maximum length in characters. Default 200. */
  readonly max?: number
}

/** Declares a slug, the part of an address that names a document: lower-case letters, digits and single hyphens. */
export function slug<const R extends boolean = false>(options: SlugOptions & Requirement<R> = {}) {
  return declareField<'slug', string, R>('slug', options, slug)
}

/** Maximum length of a slug whose field sets none. */
export const DEFAULT_MAX = 200
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const slugType: BuiltInType<SlugOptions> = {
  kind: 'slug',
  storage: 'text',
  options: { from: z.string(), max: z.int().min(1).meta({ unset: DEFAULT_MAX }), default: z.string() },
  schema: ({ max = DEFAULT_MAX }) =>
    z.string().max(max).regex(SLUG, refusal('Lower-case letters, digits and single hyphens.').message),
  operators: textual,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: ({ max = DEFAULT_MAX }, sampler) =>
    slugify(`${sampler.words(3)} ${sampler.next()}`, Number.MAX_SAFE_INTEGER)
      .slice(-max)
      .replace(/^-+/, ''),
  searchText: (column) => column,
  brackets: { example: 'slug:slug(title)', isOptional: true, read: ([from = '']) => ({ from }) },
  inReference: { words: 'slug', value: 'a-short-name' },
  typescript: () => 'string',
}

/**
 * Makes a slug from any text: accents are removed, everything but ASCII letters and digits becomes a hyphen.
 * @returns at most `max` characters (default 200); an empty string if no character remains
 */
export function slugify(text: string, max = DEFAULT_MAX): string {
  return folded(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')
}

/**
 * Makes a slug from text in any script: `Straße` becomes `strasse`, `Москва` becomes `moskva`.
 * @returns at most `max` characters (default 200); an empty string if no character remains
 */
export async function slugOf(text: string, max = DEFAULT_MAX): Promise<string> {
  if (!/[\p{L}\p{N}]/u.test(folded(text).replace(/\p{ASCII}+/gu, ''))) return slugify(text, max)
  // The transliteration table is large, and most text does not need it.
  const { transliterate } = await import('transliteration')
  return slugify(transliterate(text.normalize('NFC')), max)
}

/** Returns text without accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

export function isSlug({ kind }: Pick<FieldData, 'kind'>): boolean {
  return kind === slugType.kind
}

/** Tells whether a field is a slug that is made from another field. */
export function isMadeSlug(field: Pick<FieldData, 'kind' | 'options'>): boolean {
  return isSlug(field) && field.options.from !== undefined
}
