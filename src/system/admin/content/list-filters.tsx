import { choiceValue, type SelectChoice } from '../../../config/fields/select.ts'
import type { ManifestCollection } from '../../../runtime/kit.ts'
import { Icon } from '../../../ui/index.ts'
import type { ListProps } from './list-props.ts'
import { listPath } from './paths.ts'

type ManifestField = ManifestCollection['fields'][number]

/** Search, status, and a filter for each field that lists can be filtered by. */
export function ListFilters({ collection, parameters }: ListProps) {
  const canSearch = collection === null || collection.search.length > 0
  const fields = (collection?.fields ?? []).filter((field) => !field.hidden && filterOf(field) !== null)
  const isFiltered = fields.some((field) => parameters.has(nameOf(field)))
  return (
    <form
      method="get"
      action="/admin/content/"
      class="grid gap-3"
      hx-get="/admin/content/"
      hx-trigger="submit, input delay:300ms"
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-push-url="true"
    >
      {collection !== null && <input type="hidden" name="collection" value={collection.name} />}
      {parameters.has('sort') && !parameters.has('q') && (
        <input type="hidden" name="sort" value={parameters.get('sort') ?? ''} />
      )}
      <div class="flex flex-wrap items-end gap-3">
        {canSearch && (
          <label class="grid grow gap-1 text-sm sm:max-w-sm">
            Search
            <input class="input" type="search" name="q" value={parameters.get('q') ?? ''} maxlength={200} />
          </label>
        )}
        {(collection === null || collection.drafts) && (
          <label class="grid gap-1 text-sm">
            Status
            <select class="select" name="status">
              <option value="">Any</option>
              {['draft', 'scheduled', 'published'].map((status) => (
                <option value={status} selected={parameters.get('status') === status}>
                  {status}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="btn" data-variant="outline">
          <Icon name="search" />
          Show
        </button>
        <a class="btn" data-variant="ghost" href={collection ? listPath(collection.name) : '/admin/content/'}>
          Clear
        </a>
      </div>
      {fields.length > 0 && (
        <details open={isFiltered}>
          <summary class="w-fit cursor-pointer text-sm text-muted-foreground">More filters</summary>
          <div class="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {fields.map((field) => (
              <FieldFilter field={field} value={parameters.get(nameOf(field)) ?? ''} />
            ))}
          </div>
        </details>
      )}
    </form>
  )
}

type Filter = 'text' | 'choice' | 'truth' | 'from' | 'number' | 'equal'

function filterOf({ kind, operators }: ManifestField): Filter | null {
  if (operators.length === 0) return null
  if (kind === 'select') return 'choice'
  if (kind === 'boolean') return 'truth'
  if (kind === 'date' || kind === 'datetime') return 'from'
  if (kind === 'number') return 'number'
  if (operators.includes('contains')) return 'text'
  return operators.includes('eq') ? 'equal' : null
}

/** The parameter of the API that the filter is. */
function nameOf(field: ManifestField): string {
  const filter = filterOf(field)
  if (filter === 'text') return `${field.name}[contains]`
  if (filter === 'from') return `${field.name}[gte]`
  return field.name
}

function FieldFilter({ field, value }: { field: ManifestField; value: string }) {
  const filter = filterOf(field)
  const name = nameOf(field)
  const choices: readonly (readonly [string, string])[] =
    filter === 'truth'
      ? [
          ['true', 'Yes'],
          ['false', 'No'],
        ]
      : filter === 'choice'
        ? (field.options.options as readonly SelectChoice[]).map((choice) => [
            choiceValue(choice),
            typeof choice === 'string' ? choice : choice.label,
          ])
        : []
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: one of the two below it is there
    <label class="grid gap-1 text-sm">
      {filter === 'from' ? `${field.label} from` : filter === 'equal' ? `${field.label} (id)` : field.label}
      {choices.length > 0 ? (
        <select class="select w-full" name={name}>
          <option value="">Any</option>
          {choices.map(([choice, label]) => (
            <option value={choice} selected={choice === value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          name={name}
          value={value}
          type={filter === 'from' ? 'date' : 'text'}
          inputmode={filter === 'number' ? 'decimal' : undefined}
          maxlength={200}
        />
      )}
    </label>
  )
}
