import { html } from 'hono/html'
import type { RequestContext } from 'lintel/kit'
import { HttpError } from 'lintel/kit'
import { deliverySettings, usesOutbox, writingSettings } from '../settings.ts'
import type { Html } from './page.ts'

/** Settings come from the config: here they are shown, and tried out. */
export function settingsBody(c: RequestContext): Html {
  const { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays } = writingSettings(c)
  const rows: readonly (readonly [string, string])[] = [
    ['Delivery', usesOutbox(c) ? `the outbox of development, in place of ${provider}` : provider],
    ['Ready', readiness(c)],
    ['From', `${fromName} <${fromEmail}>`],
    ['Replies', replyTo ?? `to ${fromEmail}`],
    ['Logo', logoUrl ?? 'none'],
    ['Log', `kept for ${retentionDays} days`],
  ]
  return html`<table class="table"><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>
<h2>Test message</h2>
<form method="post" action="/admin/plugins/email/test">
<div class="flex flex-wrap items-center gap-2">
<label for="to">To</label>
<input class="input" id="to" name="to" type="email" required maxlength="320" autocomplete="email">
<button class="btn" type="submit">Send</button>
</div>
</form>`
}

function readiness(c: RequestContext): string {
  if (usesOutbox(c)) return 'yes'
  try {
    deliverySettings(c)
    return 'yes'
  } catch (error) {
    if (error instanceof HttpError) return `no: ${error.detail ?? error.title}`
    throw error
  }
}
