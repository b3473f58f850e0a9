/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { Alert, PageHeader, Tabs, t } from 'lintel/ui'

/** What a form of the pages has brought about. */
export type Done = 'cleared' | 'invalidated' | 'warmed'

export interface News {
  readonly done?: Done | undefined
  /** How many entries it was. */
  readonly count?: number | undefined
  /** What was wrong with a form. */
  readonly problem?: string | undefined
}

/** What the pages of the cache have in common: the head, the way between them, and what has just happened. */
export function CacheFrame({
  current,
  news,
  children,
}: PropsWithChildren<{ current: 'overview' | 'browser'; news: News }>) {
  return (
    <>
      <PageHeader
        title={t('Cache')}
        description={t('Answers and values that are kept, so that they need not be made again.')}
      />
      <Tabs
        label={t('Cache')}
        tabs={[
          { href: '/admin/cache', label: t('Overview'), current: current === 'overview' },
          { href: '/admin/cache/browser', label: t('Entries'), current: current === 'browser' },
        ]}
      />
      {news.done !== undefined && <Alert kind="success" title={doneInWords(news.done, news.count ?? 0)} />}
      {news.problem !== undefined && <Alert kind="error" title={news.problem} />}
      {children}
    </>
  )
}

function doneInWords(done: Done, count: number): string {
  if (done === 'cleared') return t('The cache is empty; {count} entries are gone', { count })
  if (done === 'invalidated') return t('Entries that were dropped: {count}', { count })
  return t('Collections whose first page is kept now: {count}', { count })
}
