/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { decisionFor, manifestOf, message, quote, type RequestContext, sqlText } from '../../../runtime/kit.ts'
import { Card, Icon, t } from '../../../ui/index.ts'

/** A task on a new site, and whether it is done. */
interface Step {
  readonly label: string
  readonly path: string
  readonly isDone: boolean
}

/** First steps on a new site, and the address at which a website reads its content. */
interface Steps {
  readonly steps: readonly Step[]
  readonly address: string
}

/** Facts about a site, each 1 for yes or 0 for no; the first steps are derived from them. */
export interface SiteFacts {
  readonly published: number
  readonly written: number
  readonly pictures: number
  readonly people: number
}

/** Returns SQL that selects `SiteFacts` as one row. */
export function siteFacts(c: RequestContext): string {
  const [files] = manifestOf(c).plugins.flatMap(({ uploads }) => Object.keys(uploads))
  const exists = (table: string, more = '') => `EXISTS (SELECT 1 FROM ${quote(table)}${more})`
  return sqlText`
    SELECT ${exists('content', ` WHERE "status" = 'published'`)} AS "published",
      ${exists('content')} AS "written", ${files === undefined ? '0' : exists(files)} AS "pictures",
      (SELECT count(*)
      FROM (SELECT 1 FROM "users" LIMIT 2)) > 1 AS "people"
  `
}

/**
 * Returns the first steps of a site on which nothing is published yet, limited to pages that the caller may open;
 * `null` for any other site, and for a site whose collections are all singletons.
 */
export function firstSteps(c: RequestContext, facts: SiteFacts | undefined): Steps | null {
  const { collections, routes } = manifestOf(c)
  const [first] = collections.filter(({ singleton }) => !singleton)
  if (!facts || facts.published === 1 || !first) return null
  const all: Step[] = [
    { label: message('Write a document'), path: '/admin/content/new', isDone: facts.written === 1 },
    { label: message('Upload a picture'), path: '/admin/media/upload', isDone: facts.pictures === 1 },
    { label: message('Invite somebody'), path: '/admin/users/invite', isDone: facts.people === 1 },
    { label: message('Publish it'), path: '/admin/content/', isDone: false },
  ]
  const open = new Set(
    routes.filter(({ method, access }) => method === 'GET' && decisionFor(c, access) !== false).map(({ path }) => path),
  )
  return {
    steps: all.filter(({ path }) => open.has(path)),
    address: `${new URL(c.req.url).origin}/api/${first.name}`,
  }
}

/** List of first steps. A step is checked off when the data shows that it is done. */
export function FirstSteps({ steps: { steps, address } }: { steps: Steps }) {
  return (
    <Card title={t('First steps')} description={t('This disappears once the first document is published.')}>
      <ol class="grid gap-1">
        {steps.map(({ label, path, isDone }) => (
          <li class="flex min-h-9 items-center gap-3 text-sm">
            <Icon
              name={isDone ? 'circle-check' : 'circle'}
              class={`size-5 ${isDone ? 'text-success' : 'text-muted-foreground'}`}
            />
            <a href={path} class={isDone ? 'text-muted-foreground' : 'font-medium hover:underline'}>
              {t(label)}
            </a>
            {isDone && <span class="sr-only">{t('done')}</span>}
          </li>
        ))}
      </ol>
      <p class="mt-3 text-sm text-muted-foreground">
        {t('A website can then read it here:')} <code class="font-mono text-xs wrap-anywhere">{address}</code>
      </p>
    </Card>
  )
}
