import type { Child } from 'hono/jsx'
import type { Content } from '../../config/pages.ts'
import { Badge, EmptyState, PageHeader, Time } from '../../ui/index.ts'
import type { AuditEntryObject, AuditPage, AuditQuery } from './entries.ts'

const FILTERS = [
  { name: 'actor', label: 'Who (id)' },
  { name: 'action', label: 'Action' },
  { name: 'collection', label: 'Collection' },
  { name: 'id', label: 'Document (id)' },
] as const

/** The audit log as a table, with its filters above. */
export function auditPage(query: AuditQuery, { entries, pagination }: AuditPage): Content {
  return (
    <>
      <PageHeader title="Audit log" description="Who changed what, from where and when. Newest first, times in UTC." />
      <Filters query={query} />
      {entries.length === 0 ? (
        <EmptyState icon="history" title="Nothing was found">
          Every change that somebody makes gets a line here.
        </EmptyState>
      ) : (
        <Entries entries={entries} />
      )}
      {pagination.nextCursor !== null && (
        <nav aria-label="Pages">
          <a class="btn" data-variant="outline" rel="next" href={addressOf(query, pagination.nextCursor)}>
            Older
          </a>
        </nav>
      )}
    </>
  )
}

function Filters({ query }: { query: AuditQuery }) {
  return (
    <form method="get" action="/admin/audit" class="flex flex-wrap items-end gap-3">
      {FILTERS.map(({ name, label }) => (
        <label class="grid gap-1 text-sm">
          {label}
          <input class="input" name={name} value={query[name] ?? ''} maxlength={200} />
        </label>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <label class="grid gap-1 text-sm">
          {name === 'from' ? 'From' : 'Before'}
          <input class="input" type="date" name={name} value={query[name]?.slice(0, 10) ?? ''} />
        </label>
      ))}
      <button type="submit" class="btn">
        Filter
      </button>
      <a class="btn" data-variant="ghost" href="/admin/audit">
        Clear
      </a>
    </form>
  )
}

function Entries({ entries }: { entries: readonly AuditEntryObject[] }) {
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>What</th>
            <th>Changes</th>
            <th>From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr class="align-top">
              <td class="whitespace-nowrap">
                <Time at={entry.at} />
              </td>
              <td>{entry.actor === null ? <Nobody /> : (entry.actor.email ?? entry.actor.id)}</td>
              <td>
                <Badge>{entry.action}</Badge>
                <div class="text-xs text-muted-foreground">
                  {[entry.collection, entry.documentId].filter((part) => part !== null).join(' ')}
                </div>
              </td>
              <td class="max-w-prose">
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
        </tbody>
      </table>
    </div>
  )
}

function Nobody() {
  return <span class="text-muted-foreground">not signed in</span>
}

function Changes({ entry: { changes, details } }: { entry: AuditEntryObject }) {
  const lines: Child[] = Object.entries(changes ?? {}).map(([name, change]) => (
    <li>
      <strong>{name}</strong>{' '}
      {'hidden' in change ? <em>not shown</em> : <Difference before={change.before} after={change.after} />}
    </li>
  ))
  const others = Object.entries(details ?? {}).map(([name, value]) => (
    <li>
      {name}: {asText(value)}
    </li>
  ))
  return (
    <ul class="grid gap-1 text-sm wrap-anywhere">
      {lines}
      {others}
    </ul>
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

function addressOf({ limit, cursor: _, ...filters }: AuditQuery, next: string): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `/admin/audit?${new URLSearchParams([...given, ['limit', String(limit)], ['cursor', next]])}`
}
