/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../../../fields/field-type.ts'
import { t } from '../../../../ui/index.ts'
import { labelOf, type WidgetProps } from '../../widgets/widget.ts'
import { Widget } from '../../widgets/widget-for.tsx'
import type { Values } from '../document-values.ts'
import { OriginalValue } from './original-value.tsx'
import { isTranslated } from './translated-fields.ts'

/**
 * The widget of a field in a translation: what is translated can be written, what all languages have in common is shown,
 * and sent along as it is.
 */
export function TranslationWidget(props: WidgetProps) {
  const { field, path, value, form } = props
  if (field.options.localized === true)
    return <Widget {...props} form={{ ...form, widget: Widget, hasFixedItems: false }} />
  const isEmpty = Array.isArray(value) && value.length === 0
  if (isTranslated(field) && !isEmpty) return <Widget {...props} />
  return (
    <div class="grid gap-1 text-sm">
      <p>
        {labelOf(field)} <span class="text-muted-foreground">{t('(the same in every language)')}</span>
      </p>
      <OriginalValue field={field} value={value} labels={form.labels} />
      <Unchanged field={field} path={path} value={value} />
    </div>
  )
}

/** Inputs that hold a value as the form's reader takes it. */
function Unchanged({ field, path, value }: Pick<WidgetProps, 'field' | 'path' | 'value'>) {
  if (value === undefined || value === null) return null
  if (field.kind === 'group')
    return <UnchangedMembers fields={field.options.fields} path={path} values={value as Values} />
  if (field.kind === 'list' || field.kind === 'blocks')
    return (
      <>
        {(value as readonly Json[]).map((item, index) => (
          <UnchangedItem field={field} path={path} item={item} index={index} />
        ))}
      </>
    )
  const texts = Array.isArray(value) && field.kind === 'references' ? value.map(String) : [textOf(field, value)]
  return (
    <>
      {texts.map((text) => (
        <input type="hidden" name={path} value={text} />
      ))}
    </>
  )
}

function UnchangedItem({
  field,
  path,
  item,
  index,
}: Pick<WidgetProps, 'field' | 'path'> & { readonly item: Json; readonly index: number }) {
  const inner = `${path}.${index}`
  const { type } = (item ?? {}) as Values
  return (
    <>
      <input type="hidden" name={`${path}[]`} value={String(index)} />
      {field.kind === 'list' ? (
        <Unchanged field={field.options.of} path={inner} value={item} />
      ) : (
        <>
          <input type="hidden" name={`${inner}.type`} value={String(type)} />
          <UnchangedMembers fields={field.options.of[String(type)] ?? []} path={inner} values={item as Values} />
        </>
      )}
    </>
  )
}

function UnchangedMembers({
  fields,
  path,
  values,
}: {
  readonly fields: readonly FieldData[]
  readonly path: string
  readonly values: Values
}) {
  return (
    <>
      {fields.map((field) => (
        <Unchanged field={field} path={`${path}.${field.name}`} value={values[field.name]} />
      ))}
    </>
  )
}

function textOf({ kind }: FieldData, value: Json): string {
  if (kind === 'datetime') return String(value).replace(/Z$/, '')
  return typeof value === 'object' || kind === 'json' ? JSON.stringify(value) : String(value)
}
