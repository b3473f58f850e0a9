/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { Alert, Bar, Card, PageHeader, Table, t } from 'lintel/ui'
import type { SeedForm } from '../form.ts'
import type { Outcome } from '../generate.ts'

/** How far it has come, and what could not be made. */
export function outcomePage(form: SeedForm, { next, total, seed, skipped }: Outcome, hasScript: boolean): Content {
  return (
    <div id="seed-data" class="grid gap-6">
      <PageHeader title={t('Sample data')} description={t('Seed {seed}', { seed })} />
      {next === null ? (
        <Alert kind="success" title={t('Everything is made')} />
      ) : (
        <PartDone form={form} part={{ seed, next, total }} goesOn={hasScript} />
      )}
      {skipped.length > 0 && <Skipped skipped={skipped} />}
      <p>
        <a class="btn" data-variant="outline" href="/admin/seed-data">
          {next === null ? t('Back to sample data') : t('Stop here')}
        </a>
      </p>
    </div>
  )
}

interface PartDoneProps {
  readonly form: Pick<SeedForm, 'contentCount' | 'userCount' | 'mediaCount' | 'roles'>
  /** Where it goes on, of how many. */
  readonly part: { readonly seed: number; readonly next: number; readonly total: number }
  /** Whether the next part is asked for without a click. Never on a page that a link leads to: it writes. */
  readonly goesOn?: boolean
}

/** A part is made: how much of all, and the way on. */
export function PartDone({ form, part: { seed, next, total }, goesOn = false }: PartDoneProps) {
  return (
    <Card title={t('Making sample data')}>
      <div class="grid gap-4">
        <Bar value={next} of={total} label={t('{done} of {total}', { done: next, total })} />
        <p class="text-sm" role="status">
          {t('{done} of {total}', { done: next, total })}
        </p>
        <Continue form={form} seed={seed} from={next} goesOn={goesOn} />
      </div>
    </Card>
  )
}

type ContinueProps = Pick<PartDoneProps, 'form'> & {
  readonly seed: number
  readonly from: number
  readonly goesOn: boolean
}

function Continue({ form, seed, from, goesOn }: ContinueProps) {
  const { contentCount, userCount, mediaCount, roles } = form
  const kept = { contentCount, userCount, mediaCount, seed: String(seed), from: String(from) }
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
        <input type="hidden" name={name} value={value ?? ''} />
      ))}
      {[roles ?? []].flat().map((role) => (
        <input type="hidden" name="roles" value={role} />
      ))}
      <button type="submit" class="btn">
        {t('Go on')}
      </button>
    </form>
  )
}

function Skipped({ skipped }: Pick<Outcome, 'skipped'>) {
  return (
    <Card title={t('What could not be made')}>
      <Table
        label={t('What could not be made')}
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
