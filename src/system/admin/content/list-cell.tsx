/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { labelledChoice, type SelectChoice } from '../../../config/fields/select.ts'
import { language, StatusBadge, Time, t } from '../../../ui/index.ts'
import { PendingBadge } from './drafts/pending-badge.tsx'
import type { ListColumn } from './list-columns.ts'
import type { ListRow } from './list-object.ts'
import type { ListProps } from './list-props.ts'

interface ListCellProps {
  readonly column: ListColumn
  readonly row: ListRow
  readonly labels: ListProps['labels']
}

/** One value of a document in a list. */
export function ListCell({ column, row, labels }: ListCellProps) {
  const isNumber = column.field?.kind === 'number' || column.name === 'version'
  return (
    <td class={`max-w-60 truncate text-muted-foreground ${isNumber ? 'tabular-nums' : ''}`}>
      {shown(column, row[column.name], labels)} {column.name === 'status' && row.hasDraft === true && <PendingBadge />}
    </td>
  )
}

function shown({ name, field }: ListColumn, value: unknown, labels: ListProps['labels']) {
  if (value === null || value === undefined || value === '') return '–'
  if (field === null && name === 'status') return <StatusBadge status={String(value)} />
  if (field?.kind === 'datetime' || (field === null && name.endsWith('At'))) return <Time at={String(value)} />
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return new Intl.NumberFormat(language()).format(value)
  if (Array.isArray(value)) return value.map((one) => labels.get(String(one)) ?? String(one)).join(', ') || '–'
  if (field?.kind === 'select') return choiceLabel(field.options.options, String(value))
  return labels.get(String(value)) ?? String(value)
}

function choiceLabel(choices: readonly SelectChoice[], value: string): string {
  return new Map(choices.map(labelledChoice)).get(value) ?? value
}
