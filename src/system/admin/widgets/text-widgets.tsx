/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { DEFAULT_MAX } from '../../../fields/slug/slug.ts'
import { t } from '../../../ui/index.ts'
import { Labelled } from './labelled.tsx'
import { controlProps, textOf, type WidgetProps } from './widget.ts'
import { jsonMessages } from './widget-messages.ts'

/** One line. */
export function TextWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <input
        class="input"
        type="text"
        {...controlProps(props)}
        value={textOf(props)}
        data-max={props.field.options.max}
      />
    </Labelled>
  )
}

/** Several lines. */
export function TextareaWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <textarea class="textarea" rows={4} {...controlProps(props)} data-max={props.field.options.max}>
        {textOf(props)}
      </textarea>
    </Labelled>
  )
}

/** Part of an address. Follows the field that it is made from until somebody types into it; empty, the API makes it. */
export function SlugWidget(props: WidgetProps) {
  const { field, path } = props
  const siblings = path.split('.').slice(0, -1)
  const from = field.options.from === undefined ? undefined : [...siblings, field.options.from].join('.')
  return (
    <Labelled {...props}>
      <input
        class="input font-mono text-sm"
        type="text"
        {...controlProps(props)}
        value={textOf(props)}
        autocomplete="off"
        spellcheck={false}
        data-max={field.options.max ?? DEFAULT_MAX}
        data-slug-from={from}
      />
    </Labelled>
  )
}

/** Any JSON; a script says where it is broken, and lays it out. */
export function JsonWidget(props: WidgetProps) {
  const { value, form, path } = props
  const text = form.typed.get(path) ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  return (
    <Labelled {...props}>
      <div class="grid gap-2" data-json data-words={jsonMessages()}>
        <textarea class="textarea font-mono text-sm" rows={6} {...controlProps(props)} spellcheck={false}>
          {text}
        </textarea>
        <button type="button" class="btn w-fit" data-variant="outline" data-size="sm" data-format hidden>
          {t('Format')}
        </button>
      </div>
    </Labelled>
  )
}
