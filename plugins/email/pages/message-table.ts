import { html } from 'hono/html'
import type { EmailView } from '../messages.ts'
import type { Html } from './page.ts'

/** Messages, newest first. With `open`, subjects lead to what was written. */
export function messageTable(messages: readonly EmailView[], options: { readonly open: boolean }): Html {
  if (messages.length === 0) return html`<p>There are no messages.</p>`
  return html`<div class="overflow-x-auto"><table class="table">
<thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Template</th><th scope="col">Status</th></tr></thead>
<tbody>${messages.map((message) => row(message, options.open))}</tbody>
</table></div>`
}

/** The ways to the pages before and after this one, with the same filter. */
export function pager(
  query: Readonly<Record<string, string | number | undefined>>,
  { page, hasNext, hasPrev }: { readonly page: number; readonly hasNext: boolean; readonly hasPrev: boolean },
): Html {
  const link = (to: number, label: string) => {
    const given = Object.entries({ ...query, page: to }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return html`<a href="?${search.toString()}">${label}</a> `
  }
  return html`<p>${hasPrev ? link(page - 1, 'Newer') : ''}${hasNext ? link(page + 1, 'Older') : ''}</p>`
}

function row({ id, createdAt, to, subject, template, status, attempts, error }: EmailView, open: boolean): Html {
  const title = open ? html`<a href="/admin/plugins/email/outbox/${id}">${subject}</a>` : subject
  const tries = attempts > 1 ? ` after ${attempts} tries` : ''
  return html`<tr><td><time datetime="${createdAt}">${createdAt.slice(0, 19).replace('T', ' ')}</time></td><td>${to}</td><td>${title}</td><td>${template}</td><td>${status}${tries}${error === null ? '' : html`<br><span class="text-muted-foreground">${error}</span>`}</td></tr>`
}
