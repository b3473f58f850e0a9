/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PanelDocument } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Time, t } from 'lintel/ui'
import { statusLabel } from '../pages/status-label.ts'
import type { ReviewRow } from '../tables.ts'
import { AskForm, DecisionForm, WithdrawForm } from './panel-forms.tsx'
import { type PanelState, type Remark, readPanel } from './read-panel.ts'

/**
 * Panel beside the form of a document: requests a review, shows its state, and contains the form for the decision.
 * `null` for a document that is not a draft and has never been reviewed.
 */
export async function reviewPanel(c: RequestContext, { collection, document }: PanelDocument): Promise<Content | null> {
  const state = await readPanel(c, collection, document.id)
  const { review, remarks, may } = state
  const isDraft = document.status === 'draft'
  if (!isDraft && review === null) return null
  const back = `/admin/content/${document.id}/edit?collection=${collection}#panel-workflow-review`
  const isOpen = review?.status === 'requested'
  return (
    <div class="grid gap-4 text-sm">
      {review === null ? (
        <p class="text-muted-foreground">
          {state.isRequired
            ? t('This document can be published only after a review.')
            : t('Somebody else can look at this draft before it is published.')}
        </p>
      ) : (
        <State review={review} state={state} version={Number(document.version)} isDraft={isDraft} />
      )}
      {remarks.length > 0 && <Remarks remarks={remarks} />}
      {review !== null && may.decide && <DecisionForm review={review} back={back} />}
      {review !== null && may.withdraw && <WithdrawForm review={review} back={back} />}
      {isDraft && !isOpen && (
        <AskForm document={`${collection}/${document.id}`} reviewers={state.reviewers} back={back} />
      )}
    </div>
  ) as Content
}

interface StateProps {
  readonly review: ReviewRow
  readonly state: PanelState
  readonly version: number
  readonly isDraft: boolean
}

function State({ review, state, version, isDraft }: StateProps) {
  const { names, reviews } = state
  const { status, requestedAt, decidedAt } = review
  const gone = t('somebody whose account was deleted')
  const concerns = isDraft && (status === 'requested' || status === 'approved')
  return (
    <div class="grid gap-2">
      <div>
        <Badge>{statusLabel(status)}</Badge>
      </div>
      <p class="text-muted-foreground">
        {t('Requested by {name}', { name: names.asker ?? gone })}, <Time at={requestedAt} />
        {names.reviewer !== null && <>. {t('Asked: {name}', { name: names.reviewer })}</>}
      </p>
      {decidedAt !== null && (
        <p class="text-muted-foreground">
          {t('Decided by {name}', { name: names.decider ?? gone })}, <Time at={decidedAt} />
        </p>
      )}
      {concerns && version !== review.version && (
        <p>
          {t('The document has changed since then: the review is of version {version}.', { version: review.version })}
        </p>
      )}
      {reviews > 1 && (
        <a class="inline-flex min-h-6 items-center underline" href={`/admin/workflow/${review.id}`}>
          {t('All reviews of this document')}
        </a>
      )}
    </div>
  )
}

function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul class="grid gap-3 border-t pt-3">
      {remarks.map(({ author, text, createdAt }) => (
        <li>
          <p class="text-xs text-muted-foreground">
            {author ?? t('somebody whose account was deleted')}, <Time at={createdAt} />
          </p>
          <p class="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  )
}
