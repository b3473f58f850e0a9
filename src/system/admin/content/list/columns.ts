import { isFieldShown, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { message, t } from '../../../../ui/t.ts'
import { inAdmin } from '../../kinds.ts'

/** A column that a list may show. */
export interface ListColumn {
  /** The property of the document. */
  readonly name: string
  readonly label: string
  /** Of the field; `null` for what every document has. */
  readonly field: ManifestCollection['fields'][number] | null
  readonly canSort: boolean
}

/** Labels of the properties that every document has. */
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

/** Columns beside the title where nobody has chosen. */
const DEFAULT = ['status', 'updatedAt', 'updatedBy']

/** Columns that the caller may have besides the title. */
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

/** Those that are to be shown, in the order chosen. What the collection no longer has is left out. */
export function chosenColumns(
  available: readonly ListColumn[],
  names: readonly string[] | null,
): readonly ListColumn[] {
  return (names ?? DEFAULT).flatMap((name) => available.find((column) => column.name === name) ?? [])
}
