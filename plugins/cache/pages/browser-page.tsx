/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Card, EmptyState, formatBytes, Pager, Select, Table, Time, t } from 'lintel/ui'
import type { BrowserEntry } from '../browser.ts'
import { isolateCacheOf } from '../isolate-cache.ts'
import { knownNamespaces } from '../namespaces.ts'
import type { Outcome } from '../route-input.ts'
import { CacheFrame, mayWrite } from './frame.tsx'

interface BrowserQuery extends Outcome {
  readonly page: number
  readonly limit: number
  readonly q?: string | undefined
  readonly namespace?: string | undefined
  readonly tier?: BrowserEntry['tier'] | undefined
}

interface Found {
  readonly data: {
    readonly entries: readonly BrowserEntry[]
    readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
  }
}

/** Page that lists the entries in the cache. */
export default function browserPage(
  c: RequestContext,
  { result, query: shownQuery }: Shown<Found, BrowserQuery>,
): Page {
  const { entries, pagination } = result.data
  const { page, total, totalPages } = pagination
  const { done, count, ...query } = shownQuery
  const content = (
    <CacheFrame current="browser" outcome={{ done, count }}>
      <Filters query={query} namespaces={knownNamespaces(isolateCacheOf(c).settings)} />
      {entries.length === 0 ? (
        <EmptyState icon="zap" title={t('No entries')}>
          {t('Nothing matches, neither in the memory of the isolate that responded nor in KV.')}
        </EmptyState>
      ) : (
        <Card>
          <Entries entries={entries} isChangeable={mayWrite(c)} />
        </Card>
      )}
      <Pager
        previous={page > 1 ? address(query, page - 1) : null}
        next={page < totalPages ? address(query, page + 1) : null}
        position={t('Page {page} of {pages}, {count} entries', { page, pages: totalPages, count: total })}
      />
    </CacheFrame>
  )
  return { title: t('Cache'), content }
}

function Filters({ query, namespaces }: { query: BrowserQuery; namespaces: readonly string[] }) {
  return (
    <form method="get" action="/admin/cache/browser" class="flex flex-wrap items-end gap-3">
      <label class="grid min-w-48 grow gap-1 text-sm sm:max-w-80">
        {t('Search keys')}
        <input class="input" type="search" name="q" value={query.q ?? ''} data-max={200} />
      </label>
      <label class="grid gap-1 text-sm">
        {t('Namespace')}
        <Select name="namespace" none={t('All')} options={namespaces} chosen={query.namespace} />
      </label>
      <label class="grid gap-1 text-sm">
        {t('Tier')}
        <Select
          name="tier"
          none={t('All')}
          options={[
            ['memory', t('Memory')],
            ['kv', t('KV')],
          ]}
          chosen={query.tier}
        />
      </label>
      <button type="submit" class="btn" data-variant="outline">
        {t('Filter')}
      </button>
    </form>
  )
}

function Entries({ entries, isChangeable }: { entries: readonly BrowserEntry[]; isChangeable: boolean }) {
  return (
    <Table
      label={t('Entries')}
      columns={[
        t('Key'),
        t('Tier'),
        { label: t('Size'), align: 'right' },
        { label: t('Seconds left'), align: 'right' },
        { label: t('Hits'), align: 'right' },
        t('Stored'),
        ...(isChangeable ? [{ label: t('Change'), silent: true }] : []),
      ]}
    >
      {entries.map(({ key, tier, size, ttl, hits, createdAt }) => (
        <tr>
          <td class="min-w-56 whitespace-normal">
            <code class="text-xs wrap-anywhere">{key}</code>
          </td>
          <td>
            <Badge>{tier === 'kv' ? t('KV') : t('Memory')}</Badge>
          </td>
          <td class="text-right tabular-nums">{formatBytes(size)}</td>
          <td class="text-right tabular-nums">{ttl === 0 ? t('stale') : ttl}</td>
          <td class="text-right tabular-nums">{hits ?? '–'}</td>
          <td class="whitespace-nowrap">
            <Time at={createdAt} />
          </td>
          {isChangeable && (
            <td class="text-right">
              <form method="post" action="/admin/cache/invalidate?from=browser">
                <input type="hidden" name="pattern" value={key} />
                <button
                  type="submit"
                  class="btn"
                  data-variant="outline"
                  data-size="sm"
                  aria-label={t('Drop {key}', { key })}
                >
                  {t('Drop')}
                </button>
              </form>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function address({ page: _, ...query }: BrowserQuery, page: number): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/admin/cache/browser?${new URLSearchParams([...entries, ['page', String(page)]])}`
}
