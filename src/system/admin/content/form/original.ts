import { isTranslated } from '../../../../fields/translated.ts'
import { isFieldShown, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { isLanguages } from '../../languages/languages.ts'
import { labelled } from '../collection-for.ts'
import { readPending } from '../drafts/read-pending.ts'
import { labelsFor } from '../labels.ts'
import type { Original } from '../translation/translated-form.tsx'

/** Reads the original of a document that a page translates. */
export async function originalOf(c: RequestContext, collection: ManifestCollection, id: string): Promise<Original> {
  const { document } = await readPending(c, collection, id, null)
  const fields = collection.fields.filter((field) => isFieldShown(c, field))
  const shared = fields.filter((field) => !field.readOnly && !isTranslated(field) && !isLanguages(field))
  return {
    values: document,
    locale: collection.locales?.default ?? '',
    labels: await labelsFor(c, fields, [document]),
    shared: shared.map(labelled),
  }
}
