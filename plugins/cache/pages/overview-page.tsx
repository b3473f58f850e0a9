/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { Bar, Card, EmptyState, Figures, formatBytes, Table, t } from 'lintel/ui'
import { isolateCacheOf } from '../isolate-cache.ts'
import { knownNamespaces, namespaceNamed, ttlOf } from '../namespaces.ts'
import type { Outcome } from '../route-input.ts'
import type { CacheStats } from '../statistics.ts'
import { ClearForm, InvalidateForm, WarmForm } from './forms.tsx'
import { CacheFrame, mayWrite } from './frame.tsx'

interface NamespacesProps {
  readonly stats: CacheStats
  /** Lifetime of the entries of each namespace, in seconds. */
  readonly lifetimes: Readonly<Record<string, number>>
  /** Tells whether the caller may change anything. */
  readonly isChangeable: boolean
}

/**
 * Page that shows how often each namespace served requests without the database, with the forms that empty and fill the
 * cache.
 */
export default function overviewPage(
  c: RequestContext,
  { result: { data: stats }, query, refused }: Shown<{ readonly data: CacheStats }, Outcome>,
): Page {
  const { settings } = isolateCacheOf(c)
  const names = new Set([...knownNamespaces(settings), ...Object.keys(stats.byNamespace)])
  const lifetimes = Object.fromEntries([...names].map((name) => [name, ttlOf(settings, namespaceNamed(name))]))
  const collections = manifestOf(c).collections.filter(({ access }) => access.read.kind === 'public')
  const isChangeable = mayWrite(c)
  const { global } = stats
  const content = (
    <CacheFrame current="overview" outcome={query}>
      <Figures
        figures={[
          {
            label: t('Hit rate'),
            value: percent(global.hitRate),
            note: t('of {count} requests', { count: global.totalRequests }),
          },
          { label: t('From memory'), value: global.memoryHits },
          { label: t('From KV'), value: global.kvHits },
          {
            label: t('From the database'),
            value: global.dbHits,
            note: t('{count} stale responses', { count: global.stale }),
          },
        ]}
      />
      <Card
        title={t('Namespaces')}
        description={t('Sums over all isolates. Each isolate adds its counts once a minute.')}
      >
        <Namespaces stats={stats} lifetimes={lifetimes} isChangeable={isChangeable} />
      </Card>
      <Memory {...stats.isolate} />
      {isChangeable && (
        <div class="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <InvalidateForm namespaces={Object.keys(lifetimes)} refused={refused} />
          <WarmForm collections={collections.map(({ name }) => name)} />
          <ClearForm />
        </div>
      )}
    </CacheFrame>
  )
  return { title: t('Cache'), content }
}

function Namespaces({ stats, lifetimes, isChangeable }: NamespacesProps) {
  const rows = Object.entries(stats.byNamespace)
  if (rows.length === 0)
    return (
      <EmptyState icon="zap" title={t('No requests yet')}>
        {t('Each namespace appears here after its first request.')}
      </EmptyState>
    )
  return (
    <Table
      label={t('Namespaces')}
      columns={[
        t('Namespace'),
        { label: t('Cached for'), align: 'right' },
        { label: t('Requests'), align: 'right' },
        { label: t('Memory'), align: 'right' },
        { label: t('KV'), align: 'right' },
        { label: t('Hit rate'), align: 'right' },
        ...(isChangeable ? [{ label: t('Change'), silent: true }] : []),
      ]}
    >
      {rows.map(([namespace, { totalRequests, memoryHits, kvHits, hitRate }]) => (
        <tr>
          <td>
            <a
              class="font-medium hover:underline"
              href={`/admin/cache/browser?namespace=${encodeURIComponent(namespace)}`}
            >
              {namespace}
            </a>
          </td>
          <td class="text-right tabular-nums">{t('{count} s', { count: lifetimes[namespace] ?? 0 })}</td>
          <td class="text-right tabular-nums">{totalRequests}</td>
          <td class="text-right tabular-nums">{memoryHits}</td>
          <td class="text-right tabular-nums">{kvHits}</td>
          <td class="text-right tabular-nums">{percent(hitRate)}</td>
          {isChangeable && (
            <td class="text-right">
              <form method="post" action="/admin/cache/invalidate">
                <input type="hidden" name="namespace" value={namespace} />
                <button
                  type="submit"
                  class="btn"
                  data-variant="outline"
                  data-size="sm"
                  aria-label={t('Invalidate {namespace}', { namespace })}
                >
                  {t('Invalidate')}
                </button>
              </form>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Memory({ entries, bytes, maxBytes }: CacheStats['isolate']) {
  const words = t('{entries} entries, {used} of {most}', {
    entries,
    used: formatBytes(bytes),
    most: formatBytes(maxBytes),
  })
  return (
    <Card
      title={t('Memory of this isolate')}
      description={t('Each isolate has a memory of its own; this is the one that responded.')}
    >
      {maxBytes === 0 ? (
        <p class="text-sm text-muted-foreground">{t('The memory tier is turned off in the settings.')}</p>
      ) : (
        <div class="grid gap-2 text-sm">
          <Bar value={bytes} of={maxBytes} label={words} />
          <p class="text-muted-foreground">{words}</p>
        </div>
      )}
    </Card>
  )
}

function percent(rate: number): string {
  return `${rate.toFixed(1)} %`
}
