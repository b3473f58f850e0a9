/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json, Parts } from '../../../../fields/field-type.ts'
import { blockType, membersOf, partsOf } from '../../../../fields/parts.ts'
import { isTranslated } from '../../../../fields/translated.ts'
import { labelOf, type WidgetProps } from '../../../../fields/widgets/widget.ts'
import { t } from '../../../../ui/index.ts'
import { inAdmin } from '../../kinds.ts'
import { Widget } from '../../widget-for.tsx'
import type { Values } from '../document-values.ts'
import { OriginalValue } from './original-value.tsx'

/**
 * Control of a field in a translation. Localized values can be edited; values that all languages share are shown, and
 * submitted unchanged.
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

/** Hidden inputs that submit a value unchanged. */
function Unchanged({ field, path, value }: Pick<WidgetProps, 'field' | 'path' | 'value'>) {
  if (value === undefined || value === null) return null
  const parts = partsOf(field)
  if (parts?.kind === 'object') return <UnchangedMembers fields={parts.fields} path={path} values={value as Values} />
  if (parts)
    return (
      <>
        {(value as readonly Json[]).map((item, index) => (
          <UnchangedItem parts={parts} list={path} item={item} index={index} />
        ))}
      </>
    )
  const texts = inAdmin(field).textsOf?.(value) ?? [typeof value === 'object' ? JSON.stringify(value) : String(value)]
  return (
    <>
      {texts.map((text) => (
        <input type="hidden" name={path} value={text} />
      ))}
    </>
  )
}

interface UnchangedItemProps {
  readonly parts: Exclude<Parts, { readonly kind: 'object' }>
  /** Name of the list's inputs. */
  readonly list: string
  readonly item: Json
  readonly index: number
}

function UnchangedItem({ parts, list, item, index }: UnchangedItemProps) {
  const path = `${list}.${index}`
  return (
    <>
      <input type="hidden" name={`${list}[]`} value={String(index)} />
      {parts.kind === 'list' ? (
        <Unchanged field={parts.of} path={path} value={item} />
      ) : (
        <>
          <input type="hidden" name={`${path}.type`} value={blockType(item)} />
          <UnchangedMembers fields={membersOf(parts, item)} path={path} values={item as Values} />
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
