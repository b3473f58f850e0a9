import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { isSlug } from '../../../../fields/slug/slug.ts'
import { valueNames } from '../../../../manifest/localized.ts'
import { t } from '../../../../messages/translate.ts'
import { checkFields, HttpError, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor, editableFields, labelled, may } from '../collection-for.ts'
import type { Values } from '../document-values.ts'
import { maybeInCollection, READING, sentForm } from '../objects.ts'
import { pathLabel } from '../path-label.ts'
import { previewAddress } from '../preview/address.ts'
import { newPreviewToken } from '../preview/tokens.ts'
import { readShown } from '../read-document.ts'
import { readFields } from '../sent-form/read-fields.ts'
import { textsIn } from '../sent-form/texts.ts'
import { localeIn } from '../translation/locale-in.ts'
import { showableValues } from './showable-values.ts'
import { isOwnToken, keepUnsaved } from './unsaved-values.ts'

const livePreview = z.strictObject({
  url: z.string().meta({ description: 'Address at which the website shows the values of the form.' }),
  token: z.string().meta({ description: 'Token to send as `~preview` with the next change.' }),
  skipped: z.array(z.string()).meta({ description: 'Names of the fields that cannot be shown as they are typed.' }),
})

/** Shows a form on the website before it is saved. The previewed page reads the values with the token of this form. */
export const livePreviewRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/:id/live-preview',
  access: EDITORIAL,
  audit: false, // nothing is stored that anybody else could see
  summary: 'Stores the values of a form for 15 minutes, for anybody who has the token of this preview',
  input: { query: maybeInCollection, form: sentForm },
  returns: z.strictObject({ data: livePreview }),
  problems: [...READING, 'payload_too_large'],
  act: async (c, { params: { id }, form }) => {
    const collection = await collectionFor(c, id)
    const { name, preview } = collection
    if (preview === null) throw new HttpError('not_found', t('This collection has no preview.'))
    const [sent = ''] = textsIn(form, '~preview')
    const [{ document }, isOwn] = await Promise.all([
      readShown(c, collection, id),
      sent !== '' && isOwnToken(c, sent, name, id),
    ])
    const typed = typedIn(c, collection, form)
    const { fields, skipped } = showableValues(typed, (values) => checkFields(c, name, values))
    const token = isOwn ? sent : await newPreviewToken(c, name, id)
    const locale = localeIn(c, collection)
    await keepUnsaved(c, token, valuesIn(collection, fields, locale))
    const shown = { ...document, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) }
    const url = previewAddress(preview, name, shown, token, locale ?? collection.locales?.default)
    const labels = skipped.map((path) => pathLabel(collection.fields.map(labelled), path, typed))
    return { data: { url, token, skipped: [...new Set(labels)] } }
  },
})

/**
 * Returns values under their stored names. In a locale other than the default, only localized fields are returned;
 * others are shown as they were saved.
 */
function valuesIn({ fields, locales }: ManifestCollection, values: Values, locale: string | null): Values {
  if (locale === null || locales === undefined) return values
  const localized = fields.filter(({ name, options }) => options.localized === true && values[name] !== undefined)
  return Object.fromEntries(
    localized.flatMap(({ name }) =>
      valueNames(name, [locale], locales).map((stored) => [stored, values[name] ?? null]),
    ),
  )
}

/**
 * Returns the values of a submitted form, for a preview to show; none if the caller may not change the document. An
 * empty slug is left out, since it is generated on saving.
 */
function typedIn(c: RequestContext, collection: ManifestCollection, form: Readonly<Record<string, unknown>>): Values {
  if (!may(c, collection, 'update')) return {}
  const fields = editableFields(c, collection)
  const slugs = new Set(fields.filter(isSlug).map((field) => field.name))
  const { values } = readFields(form, fields)
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== null || !slugs.has(name)))
}
