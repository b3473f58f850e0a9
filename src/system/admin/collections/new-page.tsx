/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { t } from '../../../ui/index.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { textOf } from '../typed-form.ts'
import { editingOf } from './editing.ts'
import { Editor } from './editor-page.tsx'
import { NameField } from './name-field.tsx'
import { newInputs } from './new-form.ts'

/** Initial values: a title, and three empty rows for fields. */
const FIRST = { 'field.0.name': 'title', 'field.0.required': 'true', 'field.3.name': '' }

/** Page with the form for a new collection. */
export default function newCollectionPage(c: RequestContext, shown: Shown): Page {
  const { form, result, problem } = editingOf(c, shown)
  const typed = form ?? FIRST
  const title = t('New collection')
  const content = (
    <Editor
      title={title}
      description={t('It becomes a file in the project, as if it had been typed by hand.')}
      action="/admin/collections"
      back="/admin/collections"
      result={result}
      problem={problem}
    >
      <NameField
        name="name"
        value={textOf(typed, 'name')}
        help={t('In addresses and files: lower-case letters, digits and underscores.')}
        pattern="[a-z][a-z0-9_]*"
        max={40}
      />
      <SchemaForm inputs={newInputs(c)} form={typed} />
    </Editor>
  )
  return { title, content }
}
