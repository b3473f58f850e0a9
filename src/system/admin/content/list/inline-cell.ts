import type { ListControl } from '../../../../fields/in-admin.ts'
import { messagesAsJson } from '../../../../fields/widgets/widget-messages.ts'
import { message } from '../../../../messages/messages.ts'
import { t } from '../../../../messages/translate.ts'
import {
  type ManifestCollection,
  manifestOf,
  ownLocales,
  type RequestContext,
  revisionTag,
} from '../../../../runtime/kit.ts'
import { inAdmin } from '../../kinds.ts'
import { editableFields, may } from '../collection-for.ts'
import type { ListColumn } from './columns.ts'
import type { ListRow } from './object.ts'

/** A property that can be edited in the list, with the data that its script needs. */
export interface InlineField extends ListControl {
  readonly name: string
  readonly label: string
}

const STATUSES = [
  ['draft', message('draft')],
  ['published', message('published')],
] as const

/** Returns the columns that the caller may edit in the list, by name. */
export function inlineFields(
  c: RequestContext,
  collection: ManifestCollection | null,
  columns: readonly ListColumn[],
): ReadonlyMap<string, InlineField> {
  if (collection === null || ownLocales(c) !== null || !may(c, collection, 'update')) return new Map()
  const writable = new Set(editableFields(c, collection).map(({ name }) => name))
  const targets = new Set(manifestOf(c).collections.map(({ name }) => name))
  const found = columns.flatMap((column) => {
    if (column.field === null) return column.name === 'status' && collection.drafts ? [statusOf(column)] : []
    return writable.has(column.name) ? (inlineField(column, column.field, targets) ?? []) : []
  })
  return new Map(found.map((field) => [field.name, field]))
}

function statusOf({ name, label }: ListColumn): InlineField {
  return { name, label, kind: 'choice', choices: STATUSES.map(([status, text]) => [status, t(text)]) }
}

function inlineField(
  { name, label }: ListColumn,
  field: NonNullable<ListColumn['field']>,
  targets: ReadonlySet<string>,
): InlineField | null {
  const control = inAdmin(field).inList?.(field)
  if (!control || (control.target !== undefined && !targets.has(control.target))) return null
  const { choices } = control
  const none = field.required ? [] : [[null, t('None')] as const]
  return { name, label, ...control, ...(choices && { choices: [...choices, ...none] }) }
}

/** Returns a row's attributes for the script: its id, how a change affects readers, and the `If-Match` of a change. */
export function inlineRow(row: ListRow): Readonly<Record<string, string | undefined>> {
  const { id, version, updatedAt, status, hasDraft } = row
  // Rows of collections without drafts lack `hasDraft`: there, every change is live at once and needs no warning.
  const isLive = status === 'published' && hasDraft !== undefined
  return {
    'data-id': id,
    'data-live': isLive ? (hasDraft === true ? 'changes' : '') : undefined,
    'data-match': typeof version === 'number' ? revisionTag(version, Date.parse(updatedAt)) : undefined,
  }
}

/** Returns the texts of the script, as JSON. */
export function inlineMessages(): string {
  return messagesAsJson([
    message('Change {field} of {title}'),
    message('Save'),
    message('Search'),
    message('Readers see this change at once.'),
    message('Readers see this change at once. Pending changes to the document are kept.'),
    message('Saved'),
    message('Saved. The document no longer matches the filters.'),
    message('Somebody else has changed this document in the meantime. The list shows it as it is now: try again.'),
    message('The service cannot be reached. Nothing was changed: try again.'),
  ])
}
