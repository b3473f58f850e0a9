import type { Child } from 'hono/jsx'
import { Bar, Card, EmptyState, StatusBadge, Time } from '../../../ui/index.ts'
import type { CollectionStats, RecentItem, Stats } from './stats.ts'

/** The numbers of the dashboard. */
export function StatsFragment({ collections, users, recent, scheduled }: Stats) {
  const sum = (status: 'published' | 'draft' | 'scheduled') =>
    collections.reduce((total, item) => total + item[status], 0)
  return (
    <div class="grid min-w-0 gap-6 *:min-w-0">
      <dl class="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure label="Published" value={sum('published')} />
        <Figure label="Drafts" value={sum('draft')} />
        <Figure label="Scheduled" value={sum('scheduled')} />
        <Figure label="Accounts" value={users} />
      </dl>
      <Card title="Content by collection">
        <CollectionTable collections={collections} />
      </Card>
      <div class="grid gap-6 *:min-w-0 lg:grid-cols-2">
        <Card title="Changed last">
          <Items items={recent} when={({ updatedAt }) => updatedAt}>
            Whatever you write stands here, newest first.
          </Items>
        </Card>
        <Card title="Published next">
          <Items items={scheduled} when={({ scheduledAt }) => scheduledAt}>
            Documents with a date in the future stand here, soonest first.
          </Items>
        </Card>
      </div>
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div class="rounded-lg border bg-card p-4">
      <dt class="text-sm text-muted-foreground">{label}</dt>
      <dd class="text-2xl font-semibold tabular-nums">{value.toLocaleString('en')}</dd>
    </div>
  )
}

function CollectionTable({ collections }: { collections: readonly CollectionStats[] }) {
  const most = Math.max(0, ...collections.map(totalOf))
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            <th>Collection</th>
            <th class="w-1/2 max-sm:hidden">
              <span class="sr-only">Share</span>
            </th>
            <th class="text-right">Published</th>
            <th class="text-right">Drafts</th>
            <th class="text-right">Scheduled</th>
          </tr>
        </thead>
        <tbody>
          {collections.map((item) => (
            <tr>
              <td>
                <a href={`/admin/content/?collection=${item.name}`} class="font-medium hover:underline">
                  {item.label}
                </a>
              </td>
              <td class="max-sm:hidden">
                <Bar value={totalOf(item)} of={most} label={`${totalOf(item)} documents`} />
              </td>
              <td class="text-right tabular-nums">{item.published}</td>
              <td class="text-right tabular-nums">{item.draft}</td>
              <td class="text-right tabular-nums">{item.scheduled}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function totalOf({ published, draft, scheduled }: CollectionStats): number {
  return published + draft + scheduled
}

function Items(props: { items: readonly RecentItem[]; when: (item: RecentItem) => number | null; children: Child }) {
  const { items, when, children } = props
  if (items.length === 0)
    return (
      <EmptyState icon="calendar-clock" title="Nothing yet">
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
          <span class="shrink-0 text-muted-foreground max-sm:hidden">{item.collection}</span>
          <StatusBadge status={item.status} />
          <span class="shrink-0 text-xs text-muted-foreground">
            <Time at={when(item)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
