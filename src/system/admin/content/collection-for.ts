import { eq } from 'drizzle-orm'
import type { FieldData } from '../../../fields/field-type.ts'
import { isTranslated } from '../../../fields/translated.ts'
import { t } from '../../../messages/translate.ts'
import {
  coreTables,
  decisionFor,
  HttpError,
  isFieldShown,
  type ManifestCollection,
  manifestOf,
  ownLocales,
  type RequestContext,
} from '../../../runtime/kit.ts'
import type { Values } from './document-values.ts'
import { oncePerRequest } from './per-request.ts'
import { localeIn } from './translation/locale-in.ts'

/**
 * Returns the collection in `?collection=`; without it, the collection of the document with this id.
 * @throws HttpError `not_found` if there is none that the caller may read
 */
export function collectionFor(c: RequestContext, id?: string): Promise<ManifestCollection> {
  return oncePerRequest(c, 'collection', () => findCollection(c, id))
}

async function findCollection(c: RequestContext, id?: string): Promise<ManifestCollection> {
  const name = c.req.query('collection') ?? (id === undefined ? undefined : await collectionOfDocument(c, id))
  const collection = manifestOf(c).collections.find((candidate) => candidate.name === name)
  if (!collection || decisionFor(c, collection.access.read) === false) {
    throw new HttpError('not_found', t('There is no such collection, or you may not read it.'))
  }
  return collection
}

async function collectionOfDocument(c: RequestContext, id: string): Promise<string | undefined> {
  const { content } = coreTables
  const [row] = await c.var.db.select({ name: content.collectionId }).from(content).where(eq(content.id, id)).limit(1)
  return row?.name
}

/**
 * Returns the fields that the caller may see and write in a form. In a locale other than the default, and for
 * translators, these are only localized fields. Hidden fields are left out, because responses lack their values.
 */
export function editableFields(c: RequestContext, collection: ManifestCollection) {
  const locale = localeIn(c, collection)
  if (!writesHere(c, collection)) return []
  const isTranslation = locale !== null || ownLocales(c) !== null
  return collection.fields.filter(
    (field) =>
      (!isTranslation || isTranslated(field)) &&
      isFieldShown(c, field) &&
      !field.readOnly &&
      (field.access.write === null || decisionFor(c, field.access.write) !== false),
  )
}

/** Returns the field as controls expect it: with its label, its help text and `required` as options. */
export function labelled({
  name,
  kind,
  options,
  label,
  help,
  required,
}: ReturnType<typeof editableFields>[number]): FieldData {
  return { name, kind, options: { ...options, label, help, required } }
}

/** Returns the initial values of a new document; `null` for a field without a default. */
export function defaultsOf({ fields }: ManifestCollection): Values {
  return Object.fromEntries(fields.map(({ name, options }) => [name, options.default ?? null]))
}

/** Tells whether the caller's role may write in the language of the page. */
export function writesHere(c: RequestContext, collection: ManifestCollection): boolean {
  const locales = ownLocales(c)
  return locales === null || locales.includes(localeIn(c, collection) ?? collection.locales?.default ?? '')
}

/**
 * Tells whether the caller may perform an action on some documents; the API decides for each. Translators may
 * only update.
 */
export function may(
  c: RequestContext,
  collection: ManifestCollection,
  action: 'create' | 'update' | 'delete',
): boolean {
  if (action !== 'update' && ownLocales(c) !== null) return false
  return decisionFor(c, collection.access[action]) !== false
}
