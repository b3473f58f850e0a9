/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Json } from '../../../config/fields/field-type.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { fieldTypesOf, HttpError, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Card, Field, Icon, t } from '../../../ui/index.ts'
import { developed, type Editing, editingOf } from './answers.ts'
import { ControlFields } from './control-fields.tsx'
import type { Control } from './controls.ts'
import { Editor } from './editor-page.tsx'
import { controlsFor } from './field-form.ts'
import { type FieldsInside, fieldAt, namesIn, placeForNew, placesOf } from './field-place.ts'
import { textOf } from './typed.ts'

/** The form of one field, or of a new one, with the options of its type. */
export default function fieldPage(c: RequestContext, shown: Shown): Page {
  const collection = developed(c, String(shown.params.id))
  const field = shown.params.field === undefined ? null : fieldAt(collection, shown.params.field)
  const { form, answer, problem } = editingOf(c, shown)
  const chosen = form === null ? field === null && c.req.query('type') : textOf(form, '~type')
  const type = chosen || (field?.kind ?? 'string')
  const types = Object.keys(fieldTypesOf(c))
  if (!types.includes(type)) throw new HttpError('not_found', t('There is no type of field {type}.', { type }))
  const inside = field?.inside ?? namesIn(placeForNew(collection, namesIn(c.req.query('in'))).path)
  const props = {
    collection: collection.name,
    field: field?.name ?? null,
    inside: inside.join('.'),
    places: field === null ? [] : placesOf(field, [...inside, field.name].join('.')),
    type,
    types,
    controls: controlsFor(c, type, field !== null, inside.length > 0),
    options: field?.options ?? {},
    targets: [...manifestOf(c).collections.map(({ name }) => name), 'users'],
    form,
    answer,
    problem,
    source: field?.source ?? null,
  }
  const title = field === null ? t('New field of {collection}', { collection: collection.label }) : field.name
  return { title, content: <FieldForm {...props} /> }
}

interface FieldFormProps extends Editing {
  readonly collection: string
  /** `null` for a new one. */
  readonly field: string | null
  /** `parts.quote`: what it stands in; empty for a field of the collection. */
  readonly inside: string
  /** What it holds that has fields itself. */
  readonly places: readonly FieldsInside[]
  readonly type: string
  readonly types: readonly string[]
  readonly controls: readonly Control[]
  readonly options: { readonly [option: string]: Json }
  readonly targets: readonly string[]
  /** Where it is declared. */
  readonly source: string | null
}

function FieldForm(props: FieldFormProps) {
  const { collection, field, inside, places, type, types, form, answer, problem, source } = props
  const path = `/admin/collections/${collection}`
  const lead = inside === '' ? '' : `${inside}.`
  const query = inside === '' ? '' : `?in=${inside}`
  return (
    <>
      <Editor
        title={
          field === null
            ? t('New field of {collection}', { collection: [collection, inside].filter(Boolean).join('.') })
            : `${collection}.${lead}${field}`
        }
        description={source === null ? undefined : <code class="font-mono text-xs">{source}</code>}
        action={field === null ? `${path}/fields${query}` : `${path}/fields/${lead}${field}`}
        back={inside === '' ? path : `${path}/fields/${inside.split('.')[0]}`}
        answer={answer}
        problem={problem}
      >
        <Field
          id="field-name"
          label={t('Name')}
          help={
            field === null
              ? null
              : inside === ''
                ? t('A new name renames the column; values are kept.')
                : t('A field inside another field keeps its name: its values are part of one stored value.')
          }
          required
        >
          <input
            id="field-name"
            name="~name"
            class="input font-mono"
            value={form ? textOf(form, '~name') : (field ?? '')}
            required
            readonly={field !== null && inside !== ''}
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
      {places.map((place) => (
        <Inside path={path} place={place} />
      ))}
      {field !== null && inside === '' && (
        <Card title={t('Remove this field')}>
          <form method="post" action={`${path}/fields/${field}/remove`} class="flex flex-col gap-4">
            <p class="text-sm text-muted-foreground">
              {t('You will first see which values the migration would drop.')}
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

/** Fields that stand inside another, each with its own form. */
function Inside({ path, place }: { path: string; place: FieldsInside }) {
  return (
    <Card title={t('Fields of {place}', { place: place.path })}>
      <div class="flex flex-col gap-4">
        <ul class="flex flex-col gap-1">
          {place.fields.map(({ name, kind }) => (
            <li class="flex min-h-6 flex-wrap items-baseline gap-x-3">
              <a
                class="inline-block min-h-6 font-mono text-sm font-medium underline underline-offset-4"
                href={`${path}/fields/${place.path}.${name}`}
              >
                {name}
              </a>
              <span class="text-sm text-muted-foreground">{kind}</span>
            </li>
          ))}
        </ul>
        {!place.isItem && (
          <div class="flex flex-wrap gap-2">
            <a class="btn" data-variant="outline" data-size="sm" href={`${path}/fields/new?in=${place.path}`}>
              <Icon name="plus" />
              {t('Add a field')}
            </a>
            {place.fields.length > 1 && (
              <a class="btn" data-variant="outline" data-size="sm" href={`${path}/order?in=${place.path}`}>
                <Icon name="chevrons-up-down" />
                {t('Change the order')}
              </a>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}
