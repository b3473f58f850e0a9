/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { EditAnswer } from '../../../manifest/source-edit.ts'
import { Field, t } from '../../../ui/index.ts'
import { Editor } from './editor-page.tsx'

interface RemovalProps {
  readonly title: string
  readonly action: string
  readonly back: string
  readonly reason: string
  readonly answer: EditAnswer | null
}

/** Asks why something is taken out for good; the answer stays in the config. */
export function removalPage({ title, action, back, reason, answer }: RemovalProps): Content {
  return (
    <Editor title={title} action={action} back={back} answer={answer} saveLabel={t('Remove')} destructive>
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
          maxlength={200}
          autocomplete="off"
          aria-describedby="removal-reason-note"
        />
      </Field>
    </Editor>
  )
}
