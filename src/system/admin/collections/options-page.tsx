/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { describeAccess } from '../../../manifest/describe-access.ts'
import { fieldTypesOf, type ManifestCollection, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Field, t } from '../../../ui/index.ts'
import { developed, type Editing, editingOf } from './answers.ts'
import { Tick } from './control-fields.tsx'
import { Editor } from './editor-page.tsx'
import { ACTIONS, type Action, RULES } from './options-form.ts'
import { isTicked, type TypedForm, textOf, textsOf } from './typed.ts'

/** What a collection says of itself besides its fields. */
export default function optionsPage(c: RequestContext, shown: Shown): Page {
  const collection = developed(c, String(shown.params.id))
  const types = fieldTypesOf(c)
  const searchable = collection.fields
    .filter(({ kind, hidden, access }) => types[kind]?.searchText !== undefined && !hidden && access.read === null)
    .map(({ name }) => name)
  const roles = Object.keys(manifestOf(c).roles).filter((role) => role !== 'admin')
  const props = { collection, searchable, roles, ...editingOf(c, shown) }
  return { title: collection.label, content: <Options {...props} /> }
}

interface OptionsProps extends Editing {
  readonly collection: ManifestCollection
  /** Fields that hold words. */
  readonly searchable: readonly string[]
  readonly roles: readonly string[]
}

function Options({ collection, form, searchable, roles, answer, problem }: OptionsProps) {
  const { name, label, description, drafts, search, access, source } = collection
  return (
    <Editor
      title={t('Edit {name}', { name: label })}
      description={<code class="font-mono text-xs">{source}</code>}
      action={`/admin/collections/${name}`}
      back={`/admin/collections/${name}`}
      answer={answer}
      problem={problem}
    >
      <Field id="collection-label" label={t('Label')}>
        <input id="collection-label" name="label" class="input" value={form ? textOf(form, 'label') : label} />
      </Field>
      <Field id="collection-description" label={t('Description')}>
        <input
          id="collection-description"
          name="description"
          class="input"
          value={form ? textOf(form, 'description') : (description ?? '')}
        />
      </Field>
      <Tick name="drafts" checked={form ? isTicked(form, 'drafts') : drafts}>
        {t('Documents begin as drafts')}
      </Tick>
      {searchable.length > 0 && (
        <fieldset class="flex flex-wrap gap-x-6 gap-y-2">
          <legend class="mb-2 text-sm font-medium">{t('Full-text search in')}</legend>
          {searchable.map((field) => (
            <Tick
              name="search"
              value={field}
              checked={form ? textsOf(form, 'search').includes(field) : search.includes(field)}
            >
              {field}
            </Tick>
          ))}
        </fieldset>
      )}
      {ACTIONS.map((action) => (
        <Rule action={action} words={describeAccess(access[action])} form={form} roles={roles} />
      ))}
    </Editor>
  )
}

interface RuleProps {
  readonly action: Action
  /** What holds now. */
  readonly words: string
  readonly form: TypedForm | null
  readonly roles: readonly string[]
}

function Rule({ action, words, form, roles }: RuleProps) {
  const id = `access-${action}`
  const chosen = form ? textOf(form, `access.${action}`) : 'keep'
  const ticked = form ? textsOf(form, `access.${action}.roles`) : []
  return (
    <fieldset class="flex flex-col gap-2">
      <legend class="mb-2 text-sm font-medium">{t('Who may {action}', { action: t(action) })}</legend>
      <select
        id={id}
        name={`access.${action}`}
        class="select w-full"
        aria-label={t('Who may {action}', { action: t(action) })}
      >
        <option value="keep">{t('As now: {words}', { words })}</option>
        {Object.entries(RULES).map(([rule, label]) => (
          <option value={rule} selected={rule === chosen}>
            {t(label)}
          </option>
        ))}
      </select>
      <div class="flex flex-wrap gap-x-6 gap-y-2 pl-1">
        {roles.map((role) => (
          <Tick name={`access.${action}.roles`} value={role} checked={ticked.includes(role)}>
            {role}
          </Tick>
        ))}
      </div>
    </fieldset>
  )
}
