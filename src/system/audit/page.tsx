/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../config/request.ts'
import type { Page, Shown } from '../../config/route.ts'
import { Badge, Card, EmptyState, PageHeader, Pager, Table, Time, t, tn } from '../../ui/index.ts'
import type { AuditEntryObject, AuditPage, AuditQuery } from './entries.ts'

type Found = { readonly data: AuditPage['entries'] } & Pick<AuditPage, 'pagination'>

/** Page with the audit log as a table, and filters above it. */
export default function auditPage(_c: RequestContext, { result, query }: Shown<Found, AuditQuery>): Page {
  const { data: entries, pagination } = result
  const { nextCursor } = pagination
  const content = (
    <>
      <PageHeader title={t('Audit log')} description={t('Who changed what, from where and when. Newest first.')} />
      <Filters query={query} />
      {entries.length === 0 ? (
        <EmptyState icon="history" title={t('Nothing was found')}>
          {t('Every change is listed here.')}
        </EmptyState>
      ) : (
        <Card>
          <Entries entries={entries} query={query} />
        </Card>
      )}
      <Pager
        first={query.cursor === undefined ? null : addressOf(query)}
        next={nextCursor === null ? null : addressOf(query, { cursor: nextCursor })}
      />
    </>
  )
  return { title: t('Audit log'), content }
}

function Filters({ query }: { query: AuditQuery }) {
  return (
    <form
      method="get"
      action="/admin/audit"
      class="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:flex xl:flex-wrap"
    >
      <Text name="actor" label={t('Who (id)')} value={query.actor} />
      <Text name="action" label={t('Action')} value={query.action} />
      <Text name="collection" label={t('Collection')} value={query.collection} />
      <Text name="id" label={t('Document (id)')} value={query.id} />
      <Text name="from" label={t('From')} value={query.from?.slice(0, 10)} type="date" />
      <Text name="to" label={t('Before')} value={query.to?.slice(0, 10)} type="date" />
      <div class="col-span-full flex gap-2">
        <button type="submit" class="btn" data-variant="outline">
          {t('Filter')}
        </button>
        <a class="btn" data-variant="ghost" href="/admin/audit">
          {t('Clear')}
        </a>
      </div>
    </form>
  )
}

interface TextProps {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly type?: 'text' | 'date'
}

function Text({ name, label, value, type = 'text' }: TextProps) {
  return (
    <label class="grid min-w-0 gap-1 text-sm">
      {label}
      <input class="input" type={type} name={name} value={value ?? ''} data-max={type === 'text' ? 200 : undefined} />
    </label>
  )
}

function Entries({ entries, query }: { entries: readonly AuditEntryObject[]; query: AuditQuery }) {
  return (
    <Table label={t('Audit log')} columns={[t('When'), t('Who'), t('What'), t('Changes'), t('From where')]}>
      {entries.map((entry) => (
        <tr class="align-top">
          <td class="whitespace-nowrap">
            <Time at={entry.at} />
          </td>
          <td>
            {entry.actor === null ? (
              <Nobody />
            ) : (
              <a class="underline-offset-4 hover:underline" href={addressOf({ ...query, actor: entry.actor.id })}>
                {entry.actor.email ?? entry.actor.id}
              </a>
            )}
          </td>
          <td class="max-w-64 whitespace-normal">
            <a href={addressOf({ ...query, action: entry.action })}>
              <Badge>{entry.action}</Badge>
            </a>
            <What entry={entry} />
          </td>
          <td class="min-w-64 max-w-prose whitespace-normal">
            <Changes entry={entry} />
          </td>
          <td class="text-xs">
            {entry.ipAddress ?? '–'}
            <div class="max-w-48 truncate text-muted-foreground" title={entry.userAgent ?? ''}>
              {entry.userAgent}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Subject of an entry, with a link to all its entries. */
function What({ entry: { collection, documentId } }: { entry: AuditEntryObject }) {
  if (collection === null) return null
  const only = { collection, ...(documentId === null ? {} : { id: documentId }) }
  return (
    <a
      class="block text-xs text-muted-foreground underline-offset-4 wrap-anywhere hover:underline"
      href={`/admin/audit?${new URLSearchParams(only)}`}
    >
      {[collection, documentId].filter((part) => part !== null).join(' ')}
    </a>
  )
}

function Nobody() {
  return <span class="text-muted-foreground">{t('not signed in')}</span>
}

/** Maximum number of lines that are shown before the rest is folded. */
const SHOWN = 4

function Changes({ entry: { changes, details } }: { entry: AuditEntryObject }) {
  const entries = Object.entries(changes ?? {}).filter(([, change]) => Object.keys(change).length > 0)
  const lines: Child[] = entries.map(([name, change]) => (
    <li>
      <strong>{name}</strong>{' '}
      {'hidden' in change ? <em>{t('not shown')}</em> : <Difference before={change.before} after={change.after} />}
    </li>
  ))
  const others = Object.entries(details ?? {}).map(([name, value]) => (
    <li>
      {name}: {asText(value)}
    </li>
  ))
  const all = [...lines, ...others]
  const rest = all.slice(SHOWN)
  return (
    <>
      <ul class="grid gap-1 text-sm wrap-anywhere">{all.slice(0, SHOWN)}</ul>
      {rest.length > 0 && (
        <details class="text-sm">
          <summary class="min-h-6 cursor-pointer text-muted-foreground">
            {tn(rest.length, '{count} more', '{count} more')}
          </summary>
          <ul class="grid gap-1 wrap-anywhere">{rest}</ul>
        </details>
      )}
    </>
  )
}

function Difference({ before, after }: { before?: unknown; after?: unknown }) {
  return (
    <>
      {before !== undefined && <del class="text-muted-foreground">{asText(before)}</del>}{' '}
      {after !== undefined && <ins>{asText(after)}</ins>}
    </>
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the address of a query, from the beginning of its results or from a cursor. */
function addressOf({ limit, cursor: _, ...filters }: AuditQuery, more: { readonly cursor?: string } = {}): string {
  const parameters = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const page = Object.entries({ limit: String(limit), ...more })
  return `/admin/audit?${new URLSearchParams([...parameters, ...page])}`
}
