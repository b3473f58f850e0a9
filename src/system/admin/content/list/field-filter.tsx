/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Filter } from '../../../../fields/in-admin.ts'
import { labelledChoice, type SelectChoice } from '../../../../fields/select/select.ts'
import { Chosen } from '../../../../fields/widgets/chosen.tsx'
import { pickerMessages } from '../../../../fields/widgets/widget-messages.ts'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { message, Select, t } from '../../../../ui/index.ts'
import { inAdmin } from '../../kinds.ts'
import type { ListProps } from './props.ts'

type FilteredField = Pick<
  ManifestCollection['fields'][number],
  'name' | 'label' | 'kind' | 'operators' | 'options' | 'target'
>
type Shape = Filter | 'words' | 'document' | 'value'

/** Labels of operators. */
const WORDS = {
  contains: message('contains'),
  startsWith: message('starts with'),
  endsWith: message('ends with'),
  eq: message('is'),
  ne: message('is not'),
  empty: message('is empty'),
  filled: message('is not empty'),
} as const

type Offered = keyof typeof WORDS

const OFFERED: Readonly<Record<Shape, readonly Offered[]>> = {
  words: ['contains', 'startsWith', 'endsWith', 'eq', 'ne', 'empty', 'filled'],
  choice: ['eq', 'ne', 'empty', 'filled'],
  document: ['eq', 'ne', 'empty', 'filled'],
  value: ['eq', 'ne', 'empty', 'filled'],
  numbers: [],
  days: [],
  times: [],
  truth: [],
}

/** Returns the kind of filter for a field; `null` if the field cannot be filtered. */
export function filterOf({
  kind,
  operators,
  target,
}: Pick<FilteredField, 'kind' | 'operators' | 'target'>): Shape | null {
  if (operators.length === 0) return null
  if (target !== null) return 'document'
  const { filter } = inAdmin({ kind })
  if (filter !== undefined) return filter
  if (operators.includes('contains')) return 'words'
  return operators.includes('eq') ? 'value' : null
}

/** Inputs of the filter for one field. */
export function FieldFilter({ field, ...list }: ListProps & { field: FilteredField }) {
  const shape = filterOf(field)
  if (shape === 'truth') return <Truth field={field} {...list} />
  if (shape === 'numbers' || shape === 'days' || shape === 'times') return <Range field={field} of={shape} {...list} />
  return <Compared field={field} shape={shape ?? 'value'} {...list} />
}

function Truth({ field: { name, label }, parameters }: ListProps & { field: FilteredField }) {
  const truths = [['true', t('Yes')] as const, ['false', t('No')] as const]
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <Select name={name} class="w-full" none={t('Any')} options={truths} chosen={parameters.get(name)} />
    </label>
  )
}

function Range({ field: { name, label }, of, parameters }: ListProps & { field: FilteredField; of: Filter }) {
  const isNumber = of === 'numbers'
  const until = parameters.get(`${name}[lte]`) ?? ''
  const input = {
    class: 'input min-w-0',
    type: isNumber ? 'text' : 'date',
    inputmode: isNumber ? 'decimal' : undefined,
  } as const
  return (
    <fieldset class="grid min-w-0 gap-1 text-sm">
      <legend class="float-left">{label}</legend>
      <div class="grid grid-cols-2 gap-2">
        <input
          {...input}
          name={`${name}[gte]`}
          value={shown(parameters.get(`${name}[gte]`), isNumber)}
          aria-label={t('{field} from', { field: label })}
          placeholder={t('from')}
        />
        <input
          {...input}
          name={of === 'times' ? `until~${name}` : `${name}[lte]`}
          value={shown(until, isNumber)}
          aria-label={t('{field} to', { field: label })}
          placeholder={t('to')}
        />
      </div>
    </fieldset>
  )
}

/** Returns the text of an input; for a time, its day. */
function shown(text: string | null, isNumber: boolean): string {
  return isNumber ? (text ?? '') : (text ?? '').slice(0, 10)
}

function Compared({ field, shape, ...list }: ListProps & { field: FilteredField; shape: Shape }) {
  const { name, label, operators } = field
  const { operator, value } = askedOf(name, list.parameters)
  const offered = OFFERED[shape].filter((one) =>
    one === 'empty' || one === 'filled' ? operators.includes('null') : operators.includes(one),
  )
  return (
    <fieldset class="grid min-w-0 gap-1 text-sm">
      <legend class="float-left">{label}</legend>
      <div class="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-2">
        <Select
          name={`op~${name}`}
          aria-label={t('Comparison for {field}', { field: label })}
          class="w-full"
          options={offered.map((one) => [one, t(WORDS[one])] as const)}
          chosen={operator}
        />
        {shape === 'choice' ? (
          <Choices field={field} value={value} />
        ) : shape === 'document' ? (
          <Documents field={field} value={value} labels={list.labels} />
        ) : (
          <input
            class="input min-w-0"
            type="text"
            name={`value~${name}`}
            value={value}
            data-max={200}
            aria-label={label}
          />
        )}
      </div>
    </fieldset>
  )
}

function askedOf(name: string, parameters: URLSearchParams): { operator: string | null; value: string } {
  const isEmpty = parameters.get(`${name}[null]`)
  if (isEmpty !== null) return { operator: isEmpty === 'true' ? 'empty' : 'filled', value: '' }
  for (const operator of ['contains', 'startsWith', 'endsWith', 'ne']) {
    const value = parameters.get(`${name}[${operator}]`)
    if (value !== null) return { operator, value }
  }
  const value = parameters.get(name)
  return value === null ? { operator: null, value: '' } : { operator: 'eq', value }
}

function Choices({ field: { name, label, options }, value }: { field: FilteredField; value: string }) {
  return (
    <Select
      name={`value~${name}`}
      class="w-full"
      none={t('Any')}
      options={(options.options as readonly SelectChoice[]).map(labelledChoice)}
      chosen={value}
      aria-label={label}
    />
  )
}

/** Control that chooses a document by its name, as forms do. */
function Documents({
  field: { name, label, target },
  value,
  labels,
}: {
  field: FilteredField
  value: string
  labels: ListProps['labels']
}) {
  const path = `value~${name}`
  return (
    <div class="relative grid gap-2" data-picker={target} data-name={path} data-words={pickerMessages()}>
      <ul class="flex flex-wrap gap-2 empty:hidden" data-chosen aria-label={t('{label}: chosen', { label })}>
        {value !== '' && <Chosen id={value} path={path} label={labels.get(value) ?? value} />}
      </ul>
      <input
        class="input min-w-0"
        type="text"
        name={`${path}~add`}
        role="combobox"
        autocomplete="off"
        aria-expanded="false"
        aria-autocomplete="list"
        aria-controls={`filter-${name}-options`}
        aria-label={label}
      />
      <div
        id={`filter-${name}-options`}
        data-options
        role="listbox"
        aria-label={label}
        class="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md"
        hidden
      />
      <p class="sr-only" role="status" data-told />
      <template>
        <Chosen id="" path={path} label="{title}" />
      </template>
    </div>
  )
}
