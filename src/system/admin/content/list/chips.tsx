/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { parametersThatChoose } from '../../../../manifest/list-parameters.ts'
import { listName, listValues } from '../../../../manifest/value-list.ts'
import { Icon, message, StatusBadge, t } from '../../../../ui/index.ts'
import { inAdmin } from '../../kinds.ts'
import { translationWords } from '../translation/state-words.ts'
import { SYSTEM_LABELS } from './columns.ts'
import { addressWith, type ListProps } from './props.ts'

/** Parameters of a list that do not filter it. */
const PRESENTATION = new Set(parametersThatChoose('part', 'order', 'language'))

/** Words between a field's label and a value, by operator. */
const BETWEEN: Readonly<Record<string, string>> = {
  eq: message('is'),
  ne: message('is not'),
  gt: message('above'),
  gte: message('from'),
  lt: message('below'),
  lte: message('to'),
  contains: message('contains'),
  startsWith: message('starts with'),
  endsWith: message('ends with'),
  in: message('is one of'),
  nin: message('is none of'),
}

const LABELS: Readonly<Record<string, string>> = {
  ...SYSTEM_LABELS,
  q: message('Search'),
  translation: message('Translation'),
}

/** List of the active filters, each with a link that removes it. */
export function ListChips(props: ListProps) {
  const { parameters } = props
  const set = [...new Set(parameters.keys())].flatMap((name) => {
    const value = parameters.get(name) ?? ''
    const values = listName(name) === null ? [value] : listValues(name, parameters.getAll(name))
    return PRESENTATION.has(name) || value === '' ? [] : [[name, values] as const]
  })
  if (set.length === 0) return null
  const nothing = Object.fromEntries(set.map(([name]) => [name, null]))
  return (
    <ul class="flex flex-wrap items-center gap-2 text-sm" aria-label={t('Filters')}>
      {set.map(([name, values]) => (
        <li>
          <Chip {...props} name={name} values={values} />
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <a class="underline" href={addressWith(props, { ...nothing, cursor: null, page: null })}>
            {t('Remove all')}
          </a>
        </li>
      )}
    </ul>
  )
}

function Chip(props: ListProps & { name: string; values: readonly string[] }) {
  const { name, values } = props
  const [value = ''] = values
  const { property, operator } = partsOf(name)
  const field = props.collection?.fields.find((one) => one.name === property)
  const label = field?.label ?? (LABELS[property] === undefined ? property : t(LABELS[property]))
  const isNull = operator === 'null'
  const between = isNull
    ? value === 'true'
      ? t('is empty')
      : t('is not empty')
    : name === 'q' || name === 'status' || name === 'translation'
      ? ''
      : t(BETWEEN[operator] ?? operator)
  return (
    <span class="inline-flex min-h-6 items-center gap-1 rounded-full border bg-muted pl-3">
      <span>
        {label}
        {between === '' ? ':' : ` ${between}`}{' '}
        {name === 'status' ? (
          <StatusBadge status={value} />
        ) : (
          !isNull && (
            <strong class="font-medium">{values.map((one) => shownValue(props, property, one)).join(', ')}</strong>
          )
        )}
      </span>
      <a
        class="btn rounded-full"
        data-variant="ghost"
        data-size="icon-sm"
        href={addressWith(props, { [name]: null, cursor: null, page: null })}
        aria-label={t('Remove the filter {label}', { label })}
      >
        <Icon name="x" />
      </a>
    </span>
  )
}

/** Splits the name of a parameter: `author[ne]` is `ne` of `author`. */
function partsOf(name: string): { readonly property: string; readonly operator: string } {
  const match = /^(.+)\[(\w+)\](?:\[\])?$/.exec(name)
  return match ? { property: match[1] ?? '', operator: match[2] ?? '' } : { property: name, operator: 'eq' }
}

function shownValue({ collection, labels }: ListProps, property: string, value: string): string {
  if (property === 'translation') return translationWords(...splitTranslation(value))
  const field = collection?.fields.find((one) => one.name === property)
  return shownOne(field, property, value, labels)
}

function splitTranslation(value: string): [string, string] {
  const [locale = '', state = ''] = value.split(':')
  return [locale, state]
}

function shownOne(
  field: NonNullable<ListProps['collection']>['fields'][number] | undefined,
  property: string,
  value: string,
  labels: ListProps['labels'],
): string {
  if (field === undefined) return property.endsWith('At') ? value.slice(0, 10) : (labels.get(value) ?? value)
  return inAdmin(field).filteredBy?.(value, field) ?? labels.get(value) ?? value
}
