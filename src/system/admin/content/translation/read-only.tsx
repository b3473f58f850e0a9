/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData } from '../../../../fields/field-type.ts'
import { directionOf } from '../../../../fields/widgets/direction.ts'
import { labelOf } from '../../../../fields/widgets/widget.ts'
import { t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { OriginalValue } from './original-value.tsx'

interface ReadOnlyProps {
  readonly fields: readonly FieldData[]
  readonly values: Values
  /** Names to show in place of ids. */
  readonly labels: ReadonlyMap<string, string>
  /** Locale of the values, if the content has locales. */
  readonly locale?: string | undefined
}

/** Shows a document to users who may read this language, but write only others. */
export function ReadOnly({ fields, values, labels, locale }: ReadOnlyProps) {
  return (
    <>
      <p class="text-muted-foreground">{t('You can read this language, but you cannot write it.')}</p>
      <dl class="grid gap-4" {...(locale !== undefined && { lang: locale, dir: directionOf(locale) })}>
        {fields.map((field) => (
          <div>
            <dt class="text-sm text-muted-foreground">{labelOf(field)}</dt>
            <dd>
              <OriginalValue field={field} value={values[field.name]} labels={labels} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
