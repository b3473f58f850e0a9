/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Field, t } from '../../../ui/index.ts'
import { textOf } from '../typed-form.ts'
import { ask } from './ask.ts'
import { collectionInPath, type Editing, editingOf } from './editing.ts'
import { Editor } from './editor-page.tsx'
import { fieldAt } from './field-place.ts'

/** Page that asks for the reason for deleting a collection, and shows the effects. */
export async function deletionPage(c: RequestContext, shown: Shown): Promise<Page> {
  const { name } = collectionInPath(c, String(shown.params.id))
  const { form, result, problem } = editingOf(c, shown)
  const first = { kind: 'delete-collection', name, reason: null } as const
  const path = `/admin/collections/${name}`
  const title = t('Delete {name}', { name })
  const props = { title, action: `${path}/delete`, back: path, reason: form ? textOf(form, 'reason') : '', problem }
  const preview = form === null ? await ask(c, first, { save: false, state: null }) : result
  return { title, content: <Removal {...props} result={preview} /> }
}

/** Page that asks for the reason for removing a field, and shows the effects. */
export function fieldRemovalPage(c: RequestContext, shown: Shown): Page {
  const collection = collectionInPath(c, String(shown.params.id))
  const { name, inside } = fieldAt(collection, String(shown.params.field))
  const { form, result, problem } = editingOf(c, shown)
  const field = [...inside, name].join('.')
  const path = `/admin/collections/${collection.name}/fields/${field}`
  const title = t('Remove {field}', { field: `${collection.name}.${field}` })
  const reason = form ? textOf(form, 'reason') : ''
  return { title, content: <Removal {...{ title, action: `${path}/remove`, back: path, reason, result, problem }} /> }
}

interface RemovalProps {
  readonly title: string
  readonly action: string
  readonly back: string
  readonly reason: string
  readonly result: Editing['result']
  readonly problem: Editing['problem']
}

/** Form that asks for the reason for a permanent removal. The reason is stored in the config. */
function Removal({ reason, ...editor }: RemovalProps) {
  return (
    <Editor {...editor} saveLabel={t('Remove')} destructive>
      <Field
        id="removal-reason"
        label={t('Why')}
        help={t(
          'Written into the project for reviewers to read. Required if a committed migration created what is being removed.',
        )}
      >
        <input
          id="removal-reason"
          name="reason"
          class="input"
          value={reason}
          data-max={200}
          autocomplete="off"
          aria-describedby="removal-reason-note"
        />
      </Field>
    </Editor>
  )
}
