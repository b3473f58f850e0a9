/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { language, type RequestContext } from 'lintel/kit'
import { Card, EmptyState, Table, t } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'
import type { Statistics } from './read-statistics.ts'

const PERIODS = [1, 24, 168, 720] as const

/** Page of the statements that the database ran, with their durations. */
export default function performancePage(
  c: RequestContext,
  { result, query: { hours } }: Shown<{ readonly data: Statistics }, { readonly hours: number }>,
): Page {
  const { slowest, routes } = result.data
  const content = (
    <Section
      c={c}
      current="performance"
      title={t('Performance')}
      description={t('Measured at every request, summed by hour. Other isolates are at most a minute behind.')}
      actions={<Periods hours={hours} />}
    >
      {slowest.length === 0 ? (
        <EmptyState icon="gauge" title={t('Nothing has been measured yet')}>
          {t('Queries appear here as soon as requests make them.')}
        </EmptyState>
      ) : (
        <>
          <Card title={t('Slowest statements')}>
            <Table
              label={t('Slowest statements')}
              columns={[
                t('Statement'),
                t('Route'),
                { label: t('Calls'), align: 'right' },
                { label: t('Average, ms'), align: 'right' },
                { label: t('Slowest, ms'), align: 'right' },
                { label: t('Rows read'), align: 'right' },
              ]}
            >
              {slowest.map((one) => (
                <tr class="align-top">
                  <td>
                    <code class="line-clamp-3 min-w-72 whitespace-normal font-mono text-xs wrap-anywhere">
                      {one.statement}
                    </code>
                    <a
                      class="text-xs underline underline-offset-4"
                      href={`/admin/database/performance/plan?${new URLSearchParams({ statement: one.statement })}`}
                    >
                      {t('Whole statement and plan')}
                    </a>
                  </td>
                  <td class="whitespace-nowrap font-mono text-xs">{one.route}</td>
                  <Figure value={one.count} />
                  <Figure value={one.averageMs} digits={2} />
                  <Figure value={one.maxMs} digits={2} />
                  <Figure value={one.rowsRead} />
                </tr>
              ))}
            </Table>
          </Card>
          <Card title={t('Rows read by route')}>
            <Table
              label={t('Rows read by route')}
              columns={[
                t('Route'),
                { label: t('Statements'), align: 'right' },
                { label: t('Rows read'), align: 'right' },
                { label: t('Rows written'), align: 'right' },
                { label: t('Time, ms'), align: 'right' },
              ]}
            >
              {routes.map((one) => (
                <tr>
                  <td class="font-mono text-xs">{one.route}</td>
                  <Figure value={one.statements} />
                  <Figure value={one.rowsRead} />
                  <Figure value={one.rowsWritten} />
                  <Figure value={one.totalMs} digits={1} />
                </tr>
              ))}
            </Table>
          </Card>
          <p class="text-sm text-muted-foreground">
            {t(
              'Rows are counted if the database reports them: D1 does, but not for statements that return bare values; SQLite on your own server does not.',
            )}
          </p>
        </>
      )}
    </Section>
  )
  return { title: titleOf('performance'), content }
}

function Figure({ value, digits = 0 }: { value: number | null; digits?: number }) {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return <td class="text-right tabular-nums">{value === null ? '–' : value.toLocaleString(language(), format)}</td>
}

function Periods({ hours }: { hours: number }) {
  const labels = { 1: t('This hour'), 24: t('A day'), 168: t('A week'), 720: t('A month') }
  return (
    <nav aria-label={t('Period')} class="flex flex-wrap gap-2">
      {PERIODS.map((period) => (
        <a
          class="btn"
          data-variant={period === hours ? 'secondary' : 'ghost'}
          data-size="sm"
          aria-current={period === hours ? 'page' : undefined}
          href={`/admin/database/performance?hours=${period}`}
        >
          {labels[period]}
        </a>
      ))}
    </nav>
  )
}
