/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import {
  Bar,
  Card,
  EmptyState,
  Figures,
  formatBytes,
  language,
  StatusBadge,
  Table,
  Time,
  t,
  tn,
} from '../../../ui/index.ts'
import { ActivityList } from './activity-list.tsx'
import { ContentChart } from './content-chart.tsx'
import { DAYS, DEFAULT_DAYS } from './days.ts'
import { Sparkline } from './sparkline.tsx'
import type { CollectionStats, RecentItem, Stats } from './stats-object.ts'

/** Fragment with the figures of the statistics page, which the page refreshes. */
export default function statsFragment(
  _c: RequestContext,
  { result, query: { days = DEFAULT_DAYS } }: Shown<{ readonly data: Stats }, { readonly days?: number | undefined }>,
): Page {
  return { title: t('Dashboard'), content: <StatsFragment stats={result.data} days={days} /> }
}

/** Figures of the statistics page. */
export function StatsFragment({ stats, days }: { stats: Stats; days: number }) {
  const { collections, users, overTime, recent, scheduled, activity, storage, cache } = stats
  const sum = (status: 'published' | 'draft' | 'scheduled') =>
    number(collections.reduce((total, item) => total + item[status], 0))
  return (
    <div class="grid min-w-0 gap-6 *:min-w-0">
      <Figures
        figures={[
          { label: t('Published'), value: sum('published') },
          { label: t('Drafts'), value: sum('draft') },
          { label: t('Scheduled'), value: sum('scheduled') },
          { label: t('Accounts'), value: number(users) },
          ...(storage === null
            ? []
            : [
                {
                  label: t('Storage used'),
                  value: formatBytes(storage.bytes),
                  note: tn(storage.files, '{count} file', '{count} files'),
                },
              ]),
          ...(cache === null
            ? []
            : [
                {
                  label: t('Cache hit rate'),
                  value: cache.totalRequests === 0 ? '–' : `${cache.hitRate.toFixed(1)} %`,
                  note: tn(cache.totalRequests, 'of {count} request', 'of {count} requests'),
                },
              ]),
        ]}
      />
      <Card title={t('Created over time')} description={<Spans days={days} />}>
        <ContentChart days={overTime.days} />
      </Card>
      <Card title={t('Content by collection')}>
        <CollectionTable collections={collections} byCollection={overTime.byCollection} days={days} />
      </Card>
      <div class="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <Card title={t('Last changed')}>
          <Items items={recent} when={({ updatedAt }) => updatedAt}>
            {t('Your documents appear here, newest first.')}
          </Items>
        </Card>
        <Card title={t('Published next')}>
          <Items items={scheduled} when={({ scheduledAt }) => scheduledAt}>
            {t('Scheduled documents appear here, soonest first.')}
          </Items>
        </Card>
      </div>
      {activity !== null && <ActivityList activity={activity} />}
    </div>
  )
}

function number(value: number): string {
  return value.toLocaleString(language())
}

/** Links that choose the number of days in the chart. */
function Spans({ days }: { days: number }) {
  return (
    <span class="flex flex-wrap items-center gap-x-3">
      {DAYS.map((choice) => (
        <a
          href={`/admin/statistics?days=${choice}`}
          aria-current={choice === days ? 'true' : undefined}
          class="inline-flex min-h-6 items-center underline-offset-4 hover:underline aria-[current]:font-medium aria-[current]:text-foreground"
        >
          {t('{count} days', { count: choice })}
        </a>
      ))}
    </span>
  )
}

interface CollectionTableProps {
  readonly collections: readonly CollectionStats[]
  readonly byCollection: Stats['overTime']['byCollection']
  readonly days: number
}

function CollectionTable({ collections, byCollection, days }: CollectionTableProps) {
  const most = Math.max(0, ...collections.map(totalOf))
  return (
    <Table
      label={t('Content by collection')}
      columns={[
        t('Collection'),
        { label: t('Share'), silent: true },
        t('Created'),
        { label: t('Published'), align: 'right' },
        { label: t('Drafts'), align: 'right' },
        { label: t('Scheduled'), align: 'right' },
      ]}
    >
      {collections.map((item) => {
        const made = byCollection[item.name] ?? Array.from({ length: days }, () => 0)
        const count = made.reduce((sum, value) => sum + value, 0)
        return (
          <tr>
            <td>
              <a href={`/admin/content/?collection=${item.name}`} class="font-medium hover:underline">
                {item.label}
              </a>
            </td>
            <td class="w-1/3 min-w-20">
              <Bar value={totalOf(item)} of={most} label={tn(totalOf(item), '{count} document', '{count} documents')} />
            </td>
            <td>
              <Sparkline values={made} label={t('{count} created in {days} days', { count, days })} />
            </td>
            <td class="text-right tabular-nums">{item.published}</td>
            <td class="text-right tabular-nums">{item.draft}</td>
            <td class="text-right tabular-nums">{item.scheduled}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function totalOf({ published, draft, scheduled }: CollectionStats): number {
  return published + draft + scheduled
}

function Items(props: { items: readonly RecentItem[]; when: (item: RecentItem) => number | null; children: Child }) {
  const { items, when, children } = props
  if (items.length === 0)
    return (
      <EmptyState icon="calendar-clock" title={t('Nothing yet')}>
        {children}
      </EmptyState>
    )
  return (
    <ul class="divide-y">
      {items.map((item) => (
        <li class="flex items-center gap-3 py-2 text-sm">
          <a
            href={`/admin/content/${item.id}/edit?collection=${item.collection}`}
            class="min-w-0 grow truncate font-medium hover:underline"
          >
            {item.title ?? item.id}
          </a>
          <span class="hidden shrink-0 text-muted-foreground sm:max-lg:block 2xl:block">{item.collection}</span>
          <StatusBadge status={item.status} />
          <span class="shrink-0 text-xs text-muted-foreground">
            <Time at={when(item)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
