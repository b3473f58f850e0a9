/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { RequestContext } from 'lintel/kit'
import { Alert, PageHeader, Tabs, t } from 'lintel/ui'
import type { Outcome } from '../route-input.ts'

/** Frame of the cache's pages: header, navigation between them, and the result of the last action. */
export function CacheFrame({
  current,
  outcome: { done, count = 0 },
  children,
}: PropsWithChildren<{ current: 'overview' | 'browser'; outcome: Outcome }>) {
  return (
    <>
      <PageHeader
        title={t('Cache')}
        description={t('Responses and values that are stored, so that they need not be computed again.')}
      />
      <Tabs
        label={t('Cache')}
        tabs={[
          { href: '/admin/cache', label: t('Overview'), current: current === 'overview' },
          { href: '/admin/cache/browser', label: t('Entries'), current: current === 'browser' },
        ]}
      />
      {done !== undefined && <Alert kind="success" title={describeDone(done, count)} />}
      {children}
    </>
  )
}

function describeDone(done: NonNullable<Outcome['done']>, count: number): string {
  if (done === 'cleared') return t('The cache is empty; {count} entries were dropped', { count })
  if (done === 'invalidated') return t('Entries that were dropped: {count}', { count })
  return t('Collections whose first page is now cached: {count}', { count })
}

/** Tells whether the caller may use the routes that change the cache. */
export function mayWrite(c: RequestContext): boolean {
  return c.var.user?.role === 'admin'
}
