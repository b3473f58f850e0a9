import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import { isFieldShown, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { inAdmin } from '../../kinds.ts'

/** A column that a list may show. */
export interface ListColumn {
  /** Name of the document's property. */
  readonly name: string
  readonly label: string
  /** Field of the property; `null` for a system property. */
  readonly field: ManifestCollection['fields'][number] | null
  readonly canSort: boolean
}

/** Labels of the system properties. */
export const SYSTEM_LABELS = {
  status: message('Status'),
  createdAt: message('Created'),
  updatedAt: message('Updated'),
  publishedAt: message('Published'),
  scheduledAt: message('Scheduled'),
  createdBy: message('Created by'),
  updatedBy: message('By'),
  version: message('Version'),
} as const

const SORTABLE = new Set(['createdAt', 'updatedAt', 'publishedAt'])

/** Default columns in addition to the title. */
const DEFAULT = ['status', 'updatedAt', 'updatedBy']

/** Returns the columns that the caller may choose in addition to the title. */
export function availableColumns(c: RequestContext, collection: ManifestCollection): readonly ListColumn[] {
  const fields = collection.fields.filter(
    (field) => field.name !== collection.titleField && !inAdmin(field).isLong && isFieldShown(c, field),
  )
  return [
    ...fields.map((field) => ({
      name: field.name,
      label: field.label,
      field,
      canSort: field.operators.length > 0 && field.storage !== 'join',
    })),
    ...Object.entries(SYSTEM_LABELS).map(([name, label]) => ({
      name,
      label: t(label),
      field: null,
      canSort: SORTABLE.has(name),
    })),
  ]
}

/** Returns the chosen columns, or the default ones, in order. Columns that are no longer available are left out. */
export function chosenColumns(
  available: readonly ListColumn[],
  names: readonly string[] | null,
): readonly ListColumn[] {
  return (names ?? DEFAULT).flatMap((name) => available.find((column) => column.name === name) ?? [])
}
