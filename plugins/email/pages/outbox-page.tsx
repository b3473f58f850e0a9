/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { EmailView, MessageFilter } from '../messages.ts'
import { emailPage } from './frame.tsx'
import { MessageList } from './message-list.tsx'

/** Page of the messages that development keeps instead of sending them. */
export default function outboxPage(
  c: RequestContext,
  { result, query }: Shown<{ readonly data: readonly EmailView[] }, MessageFilter>,
): Page {
  return emailPage(c, 'outbox', t('Outbox'), <MessageList messages={result.data} filter={query} isOutbox />)
}
