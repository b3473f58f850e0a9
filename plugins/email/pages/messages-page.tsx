/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { EmailView, MessageFilter, Paging } from '../messages.ts'
import { emailPage } from './frame.tsx'
import { MessageList } from './message-list.tsx'

interface Found {
  readonly data: {
    readonly messages: readonly EmailView[]
    readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
  }
}

/** Page of the log: the messages that match the filter. */
export default function messagesPage(c: RequestContext, { result, query }: Shown<Found, MessageFilter & Paging>): Page {
  const { to, status, limit } = query
  return emailPage(c, 'messages', t('Messages'), <MessageList {...result.data} filter={{ to, status }} limit={limit} />)
}
