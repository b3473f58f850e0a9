import type { Json } from '../../../config/fields/field-type.ts'
import type { Content } from '../../../config/pages.ts'
import type { EditAnswer } from '../../../manifest/source-edit.ts'
import { Card, Field, t } from '../../../ui/index.ts'
import { ControlFields } from './control-fields.tsx'
import type { Control } from './controls.ts'
import { Editor } from './editor-page.tsx'
import { type TypedForm, textOf } from './typed.ts'

export interface FieldPageProps {
  readonly collection: string
  /** `null` for a new one. */
  readonly field: string | null
  readonly type: string
  readonly types: readonly string[]
  readonly controls: readonly Control[]
  readonly options: { readonly [option: string]: Json }
  readonly targets: readonly string[]
  readonly form: TypedForm | null
  readonly answer: EditAnswer | null
  /** Where it is declared. */
  readonly source: string | null
}

/** The form of one field, with the options of its type. */
export function fieldPage(props: FieldPageProps): Content {
  const { collection, field, type, types, form, answer, source } = props
  const path = `/admin/collections/${collection}`
  return (
    <>
      <Editor
        title={field === null ? t('New field of {collection}', { collection }) : `${collection}.${field}`}
        description={source === null ? undefined : <code class="font-mono text-xs">{source}</code>}
        action={field === null ? `${path}/fields` : `${path}/fields/${field}`}
        back={path}
        answer={answer}
      >
        <Field
          id="field-name"
          label={t('Name')}
          help={field === null ? null : t('Another name renames the column, and values are kept.')}
          required
        >
          <input
            id="field-name"
            name="~name"
            class="input font-mono"
            value={form ? textOf(form, '~name') : (field ?? '')}
            required
            pattern="[a-zA-Z][a-zA-Z0-9_]*"
            autocomplete="off"
            spellcheck={false}
            aria-describedby={field === null ? undefined : 'field-name-note'}
          />
        </Field>
        <Field id="field-type" label={t('Type')}>
          <span class="flex gap-2">
            <select id="field-type" name="~type" class="select">
              {types.map((kind) => (
                <option value={kind} selected={kind === type}>
                  {kind}
                </option>
              ))}
            </select>
            <button type="submit" class="btn" data-variant="outline" name="~retype" value="true" formnovalidate>
              {t('Show its options')}
            </button>
          </span>
        </Field>
        <ControlFields {...props} />
      </Editor>
      {field !== null && (
        <Card title={t('Remove this field')}>
          <form method="post" action={`${path}/fields/${field}/remove`} class="flex flex-col gap-4">
            <p class="text-sm text-muted-foreground">
              {t('You are shown first which values the migration would drop.')}
            </p>
            <div>
              <button type="submit" class="btn" data-variant="outline" name="~ask" value="true">
                {t('Remove {field}', { field })}
              </button>
            </div>
          </form>
        </Card>
      )}
    </>
  )
}
