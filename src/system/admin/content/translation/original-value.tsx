/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../../../fields/field-type.ts'
import { membersOf, partsOf } from '../../../../fields/parts.ts'
import { labelOf } from '../../../../fields/widgets/widget.ts'
import { t } from '../../../../ui/index.ts'
import { inWords } from '../comparison/comparison.tsx'
import type { Values } from '../document-values.ts'

interface OriginalValueProps {
  readonly field: FieldData
  readonly value: Json | undefined
  /** Names to show in place of ids. */
  readonly labels: ReadonlyMap<string, string>
}

/** Shows a value as text, without a control. */
export function OriginalValue({ field, value, labels }: OriginalValueProps) {
  if (value === null || value === undefined || value === '') return <Nothing />
  if (typeof value === 'boolean') return <p>{value ? t('Yes') : t('No')}</p>
  if (Array.isArray(value)) return <Items field={field} items={value as readonly Json[]} labels={labels} />
  const parts = partsOf(field)
  if (parts) return <Members fields={membersOf(parts, value)} values={value as Values} labels={labels} />
  return <p class="whitespace-pre-wrap wrap-anywhere">{labels.get(String(value)) ?? inWords(value)}</p>
}

function Nothing() {
  return <p class="text-muted-foreground">{t('empty')}</p>
}

function Items({
  field,
  items,
  labels,
}: {
  field: FieldData
  items: readonly Json[]
  labels: OriginalValueProps['labels']
}) {
  if (items.length === 0) return <Nothing />
  const parts = partsOf(field)
  return (
    <ol class="grid list-decimal gap-2 pl-5">
      {items.map((item) => (
        <li>
          {parts?.kind === 'blocks' ? (
            <Members fields={membersOf(parts, item)} values={item as Values} labels={labels} />
          ) : (
            <OriginalValue field={parts?.kind === 'list' ? parts.of : field} value={item} labels={labels} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Members({
  fields,
  values,
  labels,
}: {
  fields: readonly FieldData[]
  values: Values
  labels: OriginalValueProps['labels']
}) {
  return (
    <dl class="grid gap-2">
      {fields.map((field) => (
        <div>
          <dt class="text-xs text-muted-foreground">{labelOf(field)}</dt>
          <dd>
            <OriginalValue field={field} value={values[field.name]} labels={labels} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
