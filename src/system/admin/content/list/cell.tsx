/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Json } from '../../../../fields/field-type.ts'
import { language, StatusBadge, Time, t } from '../../../../ui/index.ts'
import { inAdmin } from '../../kinds.ts'
import { PendingBadge } from '../drafts/pending-badge.tsx'
import type { ListColumn } from './columns.ts'
import type { InlineField } from './inline-cell.ts'
import type { ListRow } from './object.ts'
import type { ListProps } from './props.ts'

interface ListCellProps {
  readonly column: ListColumn
  readonly row: ListRow
  readonly labels: ListProps['labels']
  /** Description for the script that edits the value in the list; absent if the user may not edit it. */
  readonly inline: InlineField | undefined
}

/** Cell with one value of a document. */
export function ListCell({ column, row, labels, inline }: ListCellProps) {
  const isNumber = typeof row[column.name] === 'number'
  return (
    <td
      data-edit={inline && JSON.stringify(inline)}
      data-value={inline && JSON.stringify(forScript(inline, row[column.name], labels))}
      class={`max-w-60 truncate text-muted-foreground ${isNumber ? 'tabular-nums' : ''}`}
    >
      {shown(column, row[column.name], labels)}
      {column.name === 'status' && row.hasDraft === true && (
        <>
          {' '}
          <PendingBadge />
        </>
      )}
    </td>
  )
}

/** Returns the value for the script; for references, with the names that are shown. */
function forScript({ kind }: InlineField, value: unknown, labels: ListProps['labels']): unknown {
  if (kind !== 'documents') return value ?? null
  return Array.isArray(value) ? value.map((id) => [String(id), labels.get(String(id)) ?? String(id)]) : []
}

function shown({ name, field }: ListColumn, value: unknown, labels: ListProps['labels']) {
  if (value === null || value === undefined || value === '') return '–'
  if (field === null && name === 'status') return <StatusBadge status={String(value)} />
  if (field === null && name.endsWith('At')) return <Time at={String(value)} />
  const { shown } = field === null ? {} : inAdmin(field)
  if (field !== null && shown) return shown(value as Json, field) // as the API returns it
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return new Intl.NumberFormat(language()).format(value)
  if (Array.isArray(value)) return value.map((one) => labels.get(String(one)) ?? String(one)).join(', ') || '–'
  return labels.get(String(value)) ?? String(value)
}
