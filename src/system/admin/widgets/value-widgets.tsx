/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { labelledChoice, type SelectChoice } from '../../../fields/select/select.ts'
import { Checkbox, Select, t } from '../../../ui/index.ts'
import { Labelled } from './labelled.tsx'
import { controlProps, labelOf, textOf, type WidgetProps } from './widget.ts'

export function NumberWidget(props: WidgetProps) {
  const { min, max, integer } = props.field.options
  return (
    <Labelled {...props}>
      <input
        class="input"
        type="text"
        inputmode={integer ? 'numeric' : 'decimal'}
        autocomplete="off"
        {...controlProps(props)}
        value={textOf(props)}
        placeholder={min !== undefined && max !== undefined ? t('{min} to {max}', { min, max }) : undefined}
      />
    </Labelled>
  )
}

/** The hidden input tells "not ticked" from "not asked". */
export function CheckboxWidget(props: WidgetProps) {
  const { field, path, value, form } = props
  return (
    <>
      <input type="hidden" name={path} value="false" />
      <Checkbox
        {...controlProps(props)}
        label={labelOf(field)}
        checked={value === true}
        help={field.options.help}
        error={form.errors.get(path)}
        framed
      />
    </>
  )
}

export function DateWidget(props: WidgetProps) {
  const { min, max } = props.field.options
  return (
    <Labelled {...props}>
      <input class="input w-fit" type="date" {...controlProps(props)} value={textOf(props)} min={min} max={max} />
    </Labelled>
  )
}

/** In UTC without a script, in the reader's own zone with one. */
export function DatetimeWidget(props: WidgetProps) {
  return (
    <Labelled {...props}>
      <div class="flex flex-wrap items-center gap-2">
        <input
          class="input w-fit max-w-full"
          type="datetime-local"
          {...controlProps(props)}
          value={withoutZone(textOf(props))}
          step={withoutZone(textOf(props)).length > 16 ? '0.001' : undefined}
          data-utc
        />
        <span class="text-sm text-muted-foreground" data-zone>
          UTC
        </span>
      </div>
    </Labelled>
  )
}

/** To the minute where that says it all, so that nothing is lost where it does not. */
function withoutZone(time: string): string {
  return time.slice(0, /T\d\d:\d\d:00(?:\.0+)?Z?$/.test(time) ? 16 : 23)
}

export function SelectWidget(props: WidgetProps) {
  const { options, required } = props.field.options as { options: readonly SelectChoice[]; required?: boolean }
  const shown = textOf(props)
  return (
    <Labelled {...props}>
      <Select
        {...controlProps(props)}
        class="w-full"
        none={!required || shown === '' ? '–' : undefined}
        options={options.map(labelledChoice)}
        chosen={shown}
      />
    </Labelled>
  )
}
