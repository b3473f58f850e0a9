import type { Content } from 'lintel'
import { Alert, Bar, Card, PageHeader, Table, t } from 'lintel/ui'
import type { SeedForm } from '../form.ts'
import type { Outcome } from '../generate.ts'

/** How far it has come. The way on goes by itself where scripts run, and by a button where they do not. */
export function outcomePage(form: SeedForm, outcome: Outcome): Content {
  const { next, total, seed, skipped } = outcome
  const done = next ?? total
  return (
    <div id="seed-progress" class="grid gap-6">
      <PageHeader title={t('Sample data')} description={t('Seed {seed}', { seed })} />
      {next === null ? (
        <Alert kind="success" title={t('Everything is made')} />
      ) : (
        <Card title={t('Making sample data')}>
          <div class="grid gap-4">
            <Bar value={done} of={total} label={t('{done} of {total}', { done, total })} />
            <p class="text-sm" role="status">
              {t('{done} of {total}', { done, total })}
            </p>
            <Continue form={form} seed={seed} from={next} />
          </div>
        </Card>
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

function Continue({ form, seed, from }: { form: SeedForm; seed: number; from: number }) {
  const { contentCount, userCount, mediaCount, roles } = form
  const kept = { contentCount, userCount, mediaCount, seed: String(seed), from: String(from) }
  return (
    <form
      method="post"
      action="/admin/seed-data/generate"
      hx-post="/admin/seed-data/generate"
      hx-trigger="load, submit"
      hx-target="#seed-progress"
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
