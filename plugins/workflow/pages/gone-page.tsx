/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { Card, Field, PageHeader, Refusal, t } from 'lintel/ui'
import type { Refused } from './refused.ts'

/** A review that went while somebody wrote about it: their words are still theirs to copy. */
export function gonePage({ typed, problem }: Refused): Content {
  const words = typed.text ?? typed.comment ?? ''
  return (
    <>
      <PageHeader title={t('Reviews')}>
        <a class="btn" data-variant="outline" href="/admin/workflow">
          {t('Show all')}
        </a>
      </PageHeader>
      <Refusal problem={problem} shown={[]} />
      {words !== '' && (
        <Card>
          <Field id="gone-words" label={t('What you wrote')}>
            <textarea class="textarea" id="gone-words" rows={5} readonly>
              {words}
            </textarea>
          </Field>
        </Card>
      )}
    </>
  )
}
