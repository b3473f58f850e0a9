/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Json } from '../../../fields/field-data.ts'
import { Fieldset } from '../../../fields/widgets/fieldset.tsx'
import { idOf, type WidgetProps } from '../../../fields/widgets/widget.ts'
import { Checkbox, t } from '../../../ui/index.ts'
import { languageName } from './language-name.ts'

/** Control for the languages in which a document is published. The value `null` means all. */
export function LanguagesWidget(props: WidgetProps) {
  const { field, path, value } = props
  const choices = field.options.of.options.options as readonly string[]
  const chosen = Array.isArray(value) ? (value as readonly Json[]) : choices
  const label = t('Shown in')
  return (
    <Fieldset {...props} field={{ ...field, options: { ...field.options, label } }}>
      {choices.map((locale) => (
        <>
          <input type="hidden" name={`${path}.${locale}`} value={locale} />
          <Checkbox
            id={`${idOf(props)}-${locale}`}
            name={`${path}[]`}
            value={locale}
            label={languageName(locale)}
            checked={chosen.includes(locale)}
          />
        </>
      ))}
    </Fieldset>
  )
}
