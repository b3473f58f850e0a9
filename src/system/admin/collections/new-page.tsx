/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { fieldTypesOf, type RequestContext } from '../../../runtime/kit.ts'
import { Field, t } from '../../../ui/index.ts'
import { type Editing, editingOf } from './answers.ts'
import { fileOf, requireDevelopment } from './ask.ts'
import { Tick } from './control-fields.tsx'
import { Editor } from './editor-page.tsx'
import { rowsIn } from './new-form.ts'
import { isTicked, type TypedForm, textOf } from './typed.ts'

/** The form for a new collection. */
export default function newCollectionPage(c: RequestContext, shown: Shown): Page {
  requireDevelopment(c, fileOf(c, ''))
  const { form, ...editing } = editingOf(c, shown)
  const typed = form ?? { 'field.0.name': 'title', 'field.0.required': 'true' }
  const rows = Math.min(100, rowsIn(typed))
  return {
    title: t('New collection'),
    content: <NewCollection form={typed} rows={rows} types={Object.keys(fieldTypesOf(c))} {...editing} />,
  }
}

interface NewProps {
  readonly form: TypedForm
  readonly answer: Editing['answer']
  readonly problem: Editing['problem']
  /** How many rows for fields there are. */
  readonly rows: number
  readonly types: readonly string[]
}

function NewCollection({ form, rows, types, answer, problem }: NewProps) {
  return (
    <Editor
      title={t('New collection')}
      description={t('It becomes a file in the project, as if it had been typed by hand.')}
      action="/admin/collections"
      back="/admin/collections"
      answer={answer}
      problem={problem}
    >
      <Field
        id="collection-name"
        label={t('Name')}
        help={t('In addresses and files: lower-case letters, digits and underscores.')}
        required
      >
        <input
          id="collection-name"
          name="name"
          class="input font-mono"
          value={textOf(form, 'name')}
          required
          maxlength={40}
          pattern="[a-z][a-z0-9_]*"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="collection-name-note"
        />
      </Field>
      <Field id="collection-label" label={t('Label')}>
        <input id="collection-label" name="label" class="input" value={textOf(form, 'label')} />
      </Field>
      <Field id="collection-description" label={t('Description')}>
        <input id="collection-description" name="description" class="input" value={textOf(form, 'description')} />
      </Field>
      <Tick name="drafts" checked={isTicked(form, 'drafts')}>
        {t('Documents begin as drafts')}
      </Tick>
      <fieldset class="flex flex-col gap-4">
        <legend class="mb-2 font-medium">{t('Fields')}</legend>
        <p class="text-sm text-muted-foreground">
          {t('After the type, name the target of a reference or the choices of a select, separated by commas.')}
        </p>
        {Array.from({ length: rows }, (_, index) => (
          <Row form={form} index={index} types={types} />
        ))}
        <div>
          <button
            type="submit"
            class="btn"
            data-variant="outline"
            data-size="sm"
            name="rows"
            value={rows + 3}
            formnovalidate
          >
            {t('More fields')}
          </button>
        </div>
      </fieldset>
    </Editor>
  )
}

function Row({ form, index, types }: { form: TypedForm; index: number; types: readonly string[] }) {
  const number = index + 1
  const at = `field.${index}`
  const type = textOf(form, `${at}.type`) || 'string'
  return (
    <div class="grid grid-cols-2 items-center gap-2 sm:grid-cols-[1fr_8rem_1fr_auto]">
      <input
        class="input font-mono text-sm"
        name={`${at}.name`}
        value={textOf(form, `${at}.name`)}
        aria-label={t('Name of field {number}', { number })}
        placeholder={t('name')}
        autocomplete="off"
        spellcheck={false}
      />
      <select class="select w-full" name={`${at}.type`} aria-label={t('Type of field {number}', { number })}>
        {types.map((kind) => (
          <option value={kind} selected={kind === type}>
            {kind}
          </option>
        ))}
      </select>
      <input
        class="input text-sm"
        name={`${at}.more`}
        value={textOf(form, `${at}.more`)}
        aria-label={t('Target or choices of field {number}', { number })}
        autocomplete="off"
      />
      <Tick name={`${at}.required`} checked={isTicked(form, `${at}.required`)}>
        {t('Required')}
      </Tick>
    </div>
  )
}
