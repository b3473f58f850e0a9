/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../../../../fields/field-type.ts'
import { DEFAULT_MAX } from '../../../../../fields/slug/slug.ts'
import {
  controlProps,
  type FormState,
  idOf,
  labelOf,
  textOf,
  type WidgetProps,
} from '../../../../../fields/widgets/widget.ts'
import { t } from '../../../../../ui/index.ts'
import { Prose } from '../../../../../ui/prose.tsx'

interface HeadlineProps {
  readonly field: FieldData
  readonly value: Json | undefined
  readonly form: FormState
}

/** Input for the title, as the headline of the page. It grows with its text; a script prevents line breaks. */
export function Headline({ field, value, form, isFirst }: HeadlineProps & { readonly isFirst: boolean }) {
  const props = { field, value, form, path: field.name, depth: 0 }
  return (
    <div class="field" data-invalid={form.errors.has(field.name) ? 'true' : undefined}>
      <label class="sr-only" for={idOf(props)}>
        {labelOf(field)}
      </label>
      <textarea
        class="form-headline"
        rows={1}
        {...controlProps(props)}
        placeholder={labelOf(field)}
        data-max={field.options.max}
        autofocus={isFirst}
        data-one-line
      >
        {textOf(props)}
      </textarea>
      <Note {...props} />
    </div>
  )
}

/** Label and input of the slug on one line below the headline. */
export function SlugLine({ field, value, form }: HeadlineProps) {
  const props = { field, value, form, path: field.name, depth: 0 }
  const { from } = field.options as { readonly from?: string }
  return (
    <div class="field form-slug" data-invalid={form.errors.has(field.name) ? 'true' : undefined}>
      <div class="flex items-center gap-2">
        <label class="shrink-0 text-sm text-muted-foreground" for={idOf(props)}>
          {labelOf(field)}
        </label>
        <input
          class="input h-8 min-w-0 grow font-mono text-sm"
          type="text"
          {...controlProps(props)}
          value={textOf(props)}
          autocomplete="off"
          spellcheck={false}
          placeholder={from === undefined ? undefined : t('generated from the title')}
          data-max={field.options.max ?? DEFAULT_MAX}
          data-slug-from={from}
        />
      </div>
      <Note {...props} />
    </div>
  )
}

/** Error of a field, or its help text. */
function Note(props: WidgetProps) {
  const { field, form, path } = props
  const error = form.errors.get(path)
  const { help } = field.options as { readonly help?: string | null }
  if (error === undefined && !help) return null
  return (
    <p
      id={`${idOf(props)}-note`}
      role={error === undefined ? undefined : 'alert'}
      class={`text-sm ${error === undefined ? 'text-muted-foreground' : 'text-destructive'}`}
    >
      {error ?? <Prose text={help ?? ''} />}
    </p>
  )
}
