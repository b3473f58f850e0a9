/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown, Typed } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Bar, Card, PageHeader, Table, t } from 'lintel/ui'
import type { Outcome } from '../generate.ts'

/**
 * Number of documents, accounts and files that one form makes before it asks to continue, so that nobody waits long for
 * a page.
 */
export const STEP = 150

/** Page with the progress, and the documents that could not be made. */
export default function outcomePage(c: RequestContext, { result, typed }: Shown<{ readonly data: Outcome }>): Page {
  const { next, total, seed, skipped } = result.data
  const hasScript = c.req.header('HX-Request') !== undefined
  const content = (
    <div id="seed-data" class="grid gap-6">
      <PageHeader title={t('Sample data')} description={t('Seed {seed}', { seed })} />
      {next === null ? (
        <Alert kind="success" title={t('All sample data has been created')} />
      ) : (
        <PartDone asked={typed} part={{ seed, next, total }} goesOn={hasScript} />
      )}
      {skipped.length > 0 && <Skipped skipped={skipped} />}
      <p>
        <a class="btn" data-variant="outline" href="/admin/seed-data">
          {next === null ? t('Back to sample data') : t('Stop here')}
        </a>
      </p>
    </div>
  )
  return { title: t('Sample data'), content }
}

interface PartDoneProps {
  /** Values of the form whose documents are still being made. */
  readonly asked: Typed
  /** Position at which the next part begins, and the total number. */
  readonly part: { readonly seed: number; readonly next: number; readonly total: number }
  /**
   * True if the next part is requested without a click. Never true on a page that a link can lead to, since requesting
   * a part writes data.
   */
  readonly goesOn?: boolean
}

/** Shows how much of the total has been made, with a button to continue. */
export function PartDone({ asked, part: { seed, next, total }, goesOn = false }: PartDoneProps) {
  return (
    <Card title={t('Creating sample data')}>
      <div class="grid gap-4">
        <Bar value={next} of={total} label={t('{done} of {total}', { done: next, total })} />
        <p class="text-sm" role="status">
          {t('{done} of {total}', { done: next, total })}
        </p>
        <Continue asked={asked} seed={seed} from={next} goesOn={goesOn} />
      </div>
    </Card>
  )
}

type ContinueProps = Pick<PartDoneProps, 'asked'> & {
  readonly seed: number
  readonly from: number
  readonly goesOn: boolean
}

function Continue({ asked, seed, from, goesOn }: ContinueProps) {
  const { contentCount, userCount, mediaCount, roles } = asked
  const kept = { contentCount, userCount, mediaCount, seed: String(seed), from: String(from), limit: String(STEP) }
  return (
    <form
      method="post"
      action="/admin/seed-data/generate"
      hx-post="/admin/seed-data/generate"
      hx-trigger={goesOn ? 'load, submit' : 'submit'}
      hx-target="#seed-data"
      hx-swap="outerHTML"
    >
      {Object.entries(kept).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value ?? '')} />
      ))}
      {[roles ?? []].flat().map((role) => (
        <input type="hidden" name="roles" value={String(role)} />
      ))}
      <button type="submit" class="btn">
        {t('Continue')}
      </button>
    </form>
  )
}

function Skipped({ skipped }: Pick<Outcome, 'skipped'>) {
  return (
    <Card title={t('What could not be created')}>
      <Table
        label={t('What could not be created')}
        columns={[t('Collection'), t('Reason'), { label: t('Documents'), align: 'right' }]}
      >
        {skipped.map(({ collection, reason, count }) => (
          <tr>
            <td>{collection}</td>
            <td class="wrap-anywhere">{reason}</td>
            <td class="text-right tabular-nums">{count}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
