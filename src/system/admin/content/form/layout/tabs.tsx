/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData } from '../../../../../fields/field-type.ts'
import type { FormState } from '../../../../../fields/widgets/widget.ts'
import { messagesAsJson } from '../../../../../fields/widgets/widget-messages.ts'
import { message, t } from '../../../../../ui/index.ts'
import type { Values } from '../../document-values.ts'
import type { FormTab } from './arrange-fields.ts'

interface FormTabsProps {
  readonly tabs: readonly FormTab[]
  readonly values: Values
  readonly form: FormState
}

/** Main column of the form: its fields, or its tabs. Without a script, tabs are sections, and links lead to them. */
export function FormTabs({ tabs, values, form }: FormTabsProps) {
  const [only] = tabs
  if (tabs.length < 2) return <Fields fields={only?.fields ?? []} values={values} form={form} />
  return (
    <div class="form-tabs" data-form-tabs data-words={messagesAsJson([message('{count} to correct')])}>
      <nav class="form-tab-list" aria-label={t('Parts of the form')}>
        {tabs.map(({ id, label, fields }) => (
          <a class="form-tab" href={`#${id}`}>
            {label ?? t('Content')}
            <span class="form-tab-count" data-count>
              {countOf(fields, form) || ''}
            </span>
          </a>
        ))}
      </nav>
      {tabs.map(({ id, label, fields }) => (
        <section
          class="form-tab-panel"
          id={id}
          aria-label={label ?? t('Content')}
          data-alone={fields.length === 1 ? 'true' : undefined}
        >
          <h2 class="form-tab-title">{label ?? t('Content')}</h2>
          <Fields fields={fields} values={values} form={form} />
        </section>
      ))}
    </div>
  )
}

function countOf(fields: readonly FieldData[], { errors }: FormState): number {
  const names = new Set(fields.map(({ name }) => name))
  return [...errors.keys()].filter((path) => names.has(path.split('.')[0] ?? '')).length
}

/** Controls of fields, one below the other. */
export function Fields({
  fields,
  values,
  form,
}: {
  readonly fields: readonly FieldData[]
  readonly values: Values
  readonly form: FormState
}) {
  return (
    <>
      {fields.map((field) => (
        <form.widget field={field} path={field.name} value={values[field.name]} form={form} depth={0} />
      ))}
    </>
  )
}
