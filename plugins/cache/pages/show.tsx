/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { manifestOf, type RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { isolateCacheOf } from '../isolate-cache.ts'
import { knownNamespaces, namespaceNamed, ttlOf } from '../namespaces.ts'
import { readStats } from '../statistics.ts'
import { type BrowserQuery, browserPage } from './browser-page.tsx'
import type { Typed } from './forms.tsx'
import type { News } from './frame.tsx'
import { overviewPage } from './overview-page.tsx'

/** The overview, with what has just happened; 422 with what was wrong. */
export async function showOverview(c: RequestContext, news: News, typed: Typed = {}): Promise<Response> {
  const cache = isolateCacheOf(c)
  const stats = await readStats(c, cache)
  const names = new Set([...knownNamespaces(cache.settings), ...Object.keys(stats.byNamespace)])
  const lifetimes = Object.fromEntries([...names].map((name) => [name, ttlOf(cache.settings, namespaceNamed(name))]))
  const collections = manifestOf(c)
    .collections.filter(({ access }) => access.read.kind === 'public')
    .map(({ name }) => name)
  return show(
    c,
    overviewPage({ stats, lifetimes, collections, mayWrite: mayWrite(c), news, typed }),
    news.problem === undefined ? 200 : 422,
  )
}

interface Found {
  readonly query: BrowserQuery
  readonly entries: Parameters<typeof browserPage>[0]['entries']
  readonly pagination: Parameters<typeof browserPage>[0]['pagination']
  readonly news: News
}

/** The entries that were found. */
export function showBrowser(c: RequestContext, found: Found): Response | Promise<Response> {
  return show(
    c,
    browserPage({ ...found, namespaces: knownNamespaces(isolateCacheOf(c).settings), mayWrite: mayWrite(c) }),
    200,
  )
}

function show(c: RequestContext, content: Parameters<RequestContext['render']>[0], status: 200 | 422) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title: t('Cache'), status })
}

/** As the routes say that change something. */
function mayWrite(c: RequestContext): boolean {
  return c.var.user?.role === 'admin'
}
