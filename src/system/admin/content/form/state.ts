import type { FieldData } from '../../../../fields/field-type.ts'
import type { FormState } from '../../../../fields/widgets/widget.ts'
import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import { assetPath, decisionFor, manifestOf, ownLocales, type RequestContext } from '../../../../runtime/kit.ts'
import { Widget } from '../../widget-for.tsx'
import { editableFields, labelled } from '../collection-for.ts'
import type { Values } from '../document-values.ts'
import { labelsFor } from '../labels.ts'
import { linkedCollections } from '../options/links-route.ts'
import { picturesFor } from '../pictures/pictures.ts'
import { localeIn } from '../translation/locale-in.ts'
import type { FormProps } from './props.ts'

/** Returns the fields of a document's form, and the state that their controls need. */
export async function formState(
  c: RequestContext,
  { collection, values, errors = new Map(), typed = new Map() }: FormProps,
  idPrefix = '',
): Promise<{ readonly fields: readonly FieldData[]; readonly form: FormState }> {
  const fields = editableFields(c, collection)
  const state = await widgetState(c, fields, values, idPrefix)
  const isTranslation = localeIn(c, collection) !== null
  const shown = fields.map(labelled).map((field) => (isTranslation ? asTranslated(field) : field))
  return { fields: shown, form: { ...state, collection: collection.name, errors, typed } }
}

/** Makes a localized field optional in a translation, unless it is required in all languages. */
function asTranslated(field: FieldData): FieldData {
  if (field.options.localized !== true || field.options.requiredIn === 'all') return field
  return { ...field, options: { ...field.options, required: false } }
}

/** Returns the state that the controls of fields need. The fields may be those of a node in rich text. */
export async function widgetState(
  c: RequestContext,
  fields: readonly FieldData[],
  values: Values,
  idPrefix: string,
): Promise<FormState> {
  const { collections, plugins } = manifestOf(c)
  const named = new Map(collections.map((one) => [one.name, one]))
  return {
    collection: null,
    errors: new Map(),
    typed: new Map(),
    labels: await labelsFor(c, fields, [values]),
    pictures: await picturesFor(c, fields, values),
    richTextScript: assetPath(c, 'rich-text.js'),
    markdownScript: assetPath(c, 'rich-text-markdown.js'),
    idPrefix,
    // A dialog does not open another dialog.
    mayCreate: (target) => {
      const access = named.get(target)?.access.create
      return idPrefix === '' && ownLocales(c) === null && access !== undefined && decisionFor(c, access) !== false
    },
    labelOfTarget: (target) => named.get(target)?.label ?? t(target === 'media' ? message('Media') : message('Users')),
    hasLinks: linkedCollections(c).length > 0,
    hasMedia: plugins.some(({ name }) => name === 'core-media'),
    widget: Widget,
  }
}
