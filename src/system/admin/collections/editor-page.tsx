/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Problem } from '../../../ground/problem.ts'
import type { EditResult } from '../../../manifest/source-edit.ts'
import { Card, PageHeader, Refusal, t } from '../../../ui/index.ts'
import { isSavable, Review } from './review.tsx'

export interface EditorProps {
  readonly title: string
  readonly description?: Child
  /** Element under the heading that selects what is edited. */
  readonly chooser?: Child
  /** Address to which the form is sent. */
  readonly action: string
  /** Address of the link that leaves without saving. */
  readonly back: string
  readonly result: EditResult | null
  /** Reason why the form was rejected, if the result does not contain it. */
  readonly problem?: Problem | null
  /** Label of the button that saves. Set it for destructive changes. */
  readonly saveLabel?: string
  readonly destructive?: boolean
}

/** A form that changes files, with its inputs on the left and its effects on the right. */
export function Editor(props: PropsWithChildren<EditorProps>) {
  const {
    title,
    description,
    chooser,
    action,
    back,
    result,
    problem,
    saveLabel = t('Save'),
    destructive = false,
    children,
  } = props
  const state = isSavable(result) ? result.preview.state : null
  return (
    <>
      <PageHeader title={title} description={description} />
      <Refusal problem={problem} shown={[]} />
      {chooser}
      <form method="post" action={action} class="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        {/* Pressed by the return key in any input, because it is the first button of the form. */}
        <button type="submit" hidden tabindex={-1} />
        <Card>
          <div class="flex flex-col gap-6">
            {children}
            <div class="flex flex-wrap gap-2">
              <button type="submit" class="btn" data-variant={state === null ? undefined : 'outline'}>
                {t('Show changes')}
              </button>
              <a class="btn" data-variant="ghost" href={back}>
                {t('Cancel')}
              </a>
            </div>
          </div>
        </Card>
        <Card title={t('What would change')}>
          <div class="flex min-w-0 flex-col gap-6">
            <Review result={result} />
            {state !== null && (
              <div>
                <button
                  type="submit"
                  class="btn"
                  data-variant={destructive ? 'destructive' : undefined}
                  name="state"
                  value={state}
                >
                  {saveLabel}
                </button>
              </div>
            )}
          </div>
        </Card>
      </form>
    </>
  )
}
