/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Card, EmptyState, Pager, Select, Table, Time, t } from 'lintel/ui'
import { subscriptionsOf } from '../enqueue.ts'
import type { DeliveryObject } from '../objects.ts'
import { WEBHOOK_EVENTS } from '../settings.ts'
import { DeliveryStatus, describeStatus } from './delivery-status.tsx'
import { WebhooksFrame } from './frame.tsx'

interface Query {
  readonly status?: DeliveryObject['status'] | undefined
  readonly endpoint?: string | undefined
  readonly event?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

interface Found {
  readonly data: {
    readonly entries: readonly DeliveryObject[]
    readonly pagination: { readonly nextCursor: string | null }
  }
}

const STATUSES = ['pending', 'delivered', 'failed'] as const

/** Page of the deliveries, newest first. */
export default function deliveriesPage(c: RequestContext, { result, query }: Shown<Found, Query>): Page {
  const { entries, pagination } = result.data
  const { nextCursor } = pagination
  const { cursor, ...filter } = query
  const endpoints = subscriptionsOf(c).map(({ name }) => name)
  const content = (
    <WebhooksFrame current="deliveries">
      <form method="get" action="/admin/webhooks/deliveries" class="flex flex-wrap items-end gap-3">
        <Choice
          name="endpoint"
          label={t('Endpoint')}
          chosen={query.endpoint}
          options={endpoints.map((name) => [name, name])}
        />
        <Choice
          name="event"
          label={t('Event')}
          chosen={query.event}
          options={WEBHOOK_EVENTS.map((name) => [name, name])}
        />
        <Choice
          name="status"
          label={t('Status')}
          chosen={query.status}
          options={STATUSES.map((status) => [status, describeStatus(status)])}
        />
        <button type="submit" class="btn" data-variant="outline">
          {t('Filter')}
        </button>
      </form>
      {entries.length === 0 ? (
        <EmptyState icon="webhook" title={t('No deliveries')}>
          {t('Every event that an endpoint subscribes to is listed here, with the outcome of its delivery.')}
        </EmptyState>
      ) : (
        <Card>
          <Deliveries entries={entries} />
        </Card>
      )}
      <Pager
        first={cursor === undefined ? null : address(filter)}
        next={nextCursor === null ? null : address({ ...filter, cursor: nextCursor })}
      />
    </WebhooksFrame>
  )
  return { title: t('Deliveries'), content }
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <Select name={name} none={t('All')} options={options} chosen={chosen} />
    </label>
  )
}

function Deliveries({ entries }: { entries: readonly DeliveryObject[] }) {
  return (
    <Table
      label={t('Deliveries')}
      columns={[
        t('When'),
        t('Event'),
        t('Endpoint'),
        t('Status'),
        { label: t('Attempts'), align: 'right' },
        t('Last response'),
      ]}
    >
      {entries.map(({ id, createdAt, event, endpoint, status, attempts, lastStatus, lastError }) => (
        <tr>
          <td class="whitespace-nowrap">
            <a class="font-medium hover:underline" href={`/admin/webhooks/deliveries/${id}`}>
              <Time at={createdAt} />
            </a>
          </td>
          <td>{event}</td>
          <td>{endpoint}</td>
          <td>
            <DeliveryStatus status={status} />
          </td>
          <td class="text-right tabular-nums">{attempts}</td>
          <td class="max-w-72 truncate text-muted-foreground" title={lastError ?? undefined}>
            {[lastStatus, lastError].filter((part) => part !== null).join(' ') || '–'}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function address(query: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/admin/webhooks/deliveries?${new URLSearchParams(entries)}`
}
