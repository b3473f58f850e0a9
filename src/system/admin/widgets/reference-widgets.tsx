import { Icon } from '../../../ui/index.ts'
import { Labelled } from './labelled.tsx'
import { controlProps, idOf, labelOf, type WidgetProps } from './widget.ts'

/** One document, user or item of the media library. Holds its id; a script lets it be found by its name. */
export function ReferenceWidget(props: WidgetProps) {
  const { value, form } = props
  return <Picker {...props} ids={typeof value === 'string' && value !== '' ? [value] : []} labels={form.labels} />
}

/** Several documents, in an order. */
export function ReferencesWidget(props: WidgetProps) {
  const { value, form } = props
  const ids = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
  return <Picker {...props} ids={ids} labels={form.labels} isMany />
}

interface PickerProps extends WidgetProps {
  readonly ids: readonly string[]
  readonly labels: ReadonlyMap<string, string>
  readonly isMany?: boolean
}

function Picker(props: PickerProps) {
  const { field, path, ids, labels, isMany = false } = props
  const id = idOf(path)
  return (
    <Labelled {...props}>
      <div
        class="relative grid grid-cols-1 gap-2"
        data-picker={field.options.target}
        data-name={path}
        data-many={isMany ? 'true' : undefined}
      >
        <ul class="flex flex-wrap gap-2 empty:hidden" data-chosen aria-label={`${labelOf(field)}: chosen`}>
          {ids.map((chosen) => (
            <Chosen id={chosen} path={path} label={labels.get(chosen) ?? chosen} />
          ))}
        </ul>
        <input
          {...controlProps(props)}
          name={`${path}~add`}
          class="input"
          type="text"
          role="combobox"
          autocomplete="off"
          aria-expanded="false"
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          placeholder={`Search in ${field.options.target}`}
        />
        <div
          id={`${id}-options`}
          data-options
          role="listbox"
          aria-label={labelOf(field)}
          class="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md"
          hidden
        />
        <template>
          <Chosen id="" path={path} label="" />
        </template>
      </div>
    </Labelled>
  )
}

function Chosen({ id, path, label }: { id: string; path: string; label: string }) {
  return (
    <li class="flex items-center gap-1 rounded-md border bg-muted/50 py-0.5 pl-2 text-sm">
      <input type="hidden" name={path} value={id} />
      <span data-text>{label}</span>
      <button
        type="button"
        class="btn"
        data-variant="ghost"
        data-size="icon-xs"
        data-remove
        aria-label={`Remove ${label}`}
      >
        <Icon name="x" class="size-3" />
      </button>
    </li>
  )
}
