/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { fieldTypesOf, HttpError, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Card, Field, Select, t } from '../../../ui/index.ts'
import { writeInputs } from '../schema-form/codecs.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { textOf } from '../typed-form.ts'
import { collectionInPath, editingOf } from './editing.ts'
import { Editor } from './editor-page.tsx'
import { optionInputs } from './field-form.ts'
import { fieldAt, namesIn, placeForNew, placesOf } from './field-place.ts'
import { FieldsOf } from './fields-of.tsx'
import { NameField } from './name-field.tsx'

/**
 * Page with the form of an existing or a new field, with the options of its type.
 * @throws HttpError `not_found`
 */
export default function fieldPage(c: RequestContext, shown: Shown): Page {
  const collection = collectionInPath(c, String(shown.params.id))
  const field = shown.params.field === undefined ? null : fieldAt(collection, shown.params.field)
  const { form, result, problem } = editingOf(c, shown)
  const chosen = form === null ? field === null && c.req.query('type') : textOf(form, '~type')
  const type = chosen || (field?.kind ?? 'string')
  const types = Object.keys(fieldTypesOf(c))
  if (!types.includes(type)) throw new HttpError('not_found', t('There is no field type {type}.', { type }))
  const inside = field?.inside ?? namesIn(placeForNew(collection, namesIn(c.req.query('in'))).path)
  const path = `/admin/collections/${collection.name}`
  const name = [...inside, ...(field ? [field.name] : [])].join('.')
  const inputs = optionInputs(c, {
    type,
    now: field?.options ?? null,
    isInside: inside.length > 0,
    ...(field && { inFile: field.inFile }),
  })
  const content = (
    <>
      <Editor
        title={
          field === null
            ? t('New field of {collection}', { collection: [collection.name, ...inside].join('.') })
            : `${collection.name}.${name}`
        }
        description={field && <code class="font-mono text-xs">{field.source}</code>}
        action={field === null ? `${path}/fields${name && `?in=${name}`}` : `${path}/fields/${name}`}
        back={inside.length === 0 ? path : `${path}/fields/${inside[0]}`}
        result={result}
        problem={problem}
      >
        <NameField
          name="~name"
          value={form ? textOf(form, '~name') : (field?.name ?? '')}
          help={field && nameHelp(inside.length > 0)}
          pattern="[a-zA-Z][a-zA-Z0-9_]*"
          readonly={field !== null && inside.length > 0}
        />
        <TypeField types={types} type={type} />
        <SchemaForm
          inputs={inputs}
          form={form ?? writeInputs(inputs, field?.options ?? {})}
          offered={{ collections: [...manifestOf(c).collections.map((collection) => collection.name), 'users'] }}
        />
      </Editor>
      {field && placesOf(field, name).map((place) => <FieldsOf path={path} place={place} />)}
      {field && inside.length === 0 && <Removal path={path} field={field.name} />}
    </>
  )
  const title = field === null ? t('New field of {collection}', { collection: collection.label }) : field.name
  return { title, content }
}

function nameHelp(isInside: boolean): string {
  return isInside
    ? t('A nested field cannot be renamed, because its values are part of one stored value.')
    : t('A new name renames the column; values are kept.')
}

function TypeField({ types, type }: { types: readonly string[]; type: string }) {
  return (
    <Field id="field-type" label={t('Type')}>
      <span class="flex gap-2">
        <Select id="field-type" name="~type" options={types} chosen={type} />
        <button type="submit" class="btn" data-variant="outline" name="~show" value="type" formnovalidate>
          {t('Show its options')}
        </button>
      </span>
    </Field>
  )
}

/** Button that previews the removal of the field. */
function Removal({ path, field }: { path: string; field: string }) {
  return (
    <Card title={t('Remove this field')}>
      <form method="post" action={`${path}/fields/${field}/remove`} class="flex flex-col gap-4">
        <p class="text-sm text-muted-foreground">{t('You will first see which values the migration would drop.')}</p>
        <div>
          <button type="submit" class="btn" data-variant="outline" name="~ask" value="true">
            {t('Remove {field}', { field })}
          </button>
        </div>
      </form>
    </Card>
  )
}
