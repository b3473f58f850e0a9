/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { t } from '../../../ui/index.ts'
import { writeInputs } from '../schema-form/codecs.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { collectionInPath, editingOf } from './editing.ts'
import { Editor } from './editor-page.tsx'
import { collectionInputs, optionsOf } from './options-form.ts'

/** Page with the options of a collection, without its fields. */
export default function optionsPage(c: RequestContext, shown: Shown): Page {
  const collection = collectionInPath(c, String(shown.params.id))
  const { name, label, source } = collection
  const { form, result, problem } = editingOf(c, shown)
  const inputs = collectionInputs(c, collection)
  const roles = Object.keys(manifestOf(c).roles).filter((role) => role !== 'admin')
  const content = (
    <Editor
      title={t('Edit {name}', { name: label })}
      description={<code class="font-mono text-xs">{source}</code>}
      action={`/admin/collections/${name}`}
      back={`/admin/collections/${name}`}
      result={result}
      problem={problem}
    >
      <SchemaForm inputs={inputs} form={form ?? writeInputs(inputs, optionsOf(collection))} offered={{ roles }} />
    </Editor>
  )
  return { title: label, content }
}
