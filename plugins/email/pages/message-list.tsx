/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, EmptyState, Pager, Select, Table, Time, t, tn } from 'lintel/ui'
import type { EmailView, MessageFilter } from '../messages.ts'

interface MessageListProps {
  readonly messages: readonly EmailView[]
  readonly filter: MessageFilter
  /** Number of messages on a page. */
  readonly limit?: number
  /** Position of the page; absent if all messages are shown. */
  readonly pagination?: { readonly page: number; readonly total: number; readonly totalPages: number }
  /** True if subjects link to the content of their messages. Default `false`. */
  readonly isOutbox?: boolean
}

const STATUSES = ['queued', 'sent', 'failed'] as const
const DOTS = { queued: 'bg-primary', sent: 'bg-success', failed: 'bg-destructive' } as const

/** Messages, newest first, below their filter. */
export function MessageList({ messages, filter, limit, pagination, isOutbox = false }: MessageListProps) {
  const path = isOutbox ? '/admin/plugins/email/outbox' : '/admin/plugins/email/messages'
  const to = (page: number) => address(path, { ...filter, limit, page })
  return (
    <>
      <Filters path={path} filter={filter} isOutbox={isOutbox} />
      {messages.length === 0 ? (
        <EmptyState icon="mail" title={t('No messages')}>
          {t('Every message is listed here, newest first. A test message can be sent in the settings.')}
        </EmptyState>
      ) : (
        <Card>
          <Messages messages={messages} isOutbox={isOutbox} />
        </Card>
      )}
      {pagination && (
        <Pager
          previous={pagination.page > 1 ? to(pagination.page - 1) : null}
          next={pagination.page < pagination.totalPages ? to(pagination.page + 1) : null}
          position={t('Page {page} of {pages}', { page: pagination.page, pages: pagination.totalPages })}
        />
      )}
    </>
  )
}

function Filters({ path, filter, isOutbox }: { path: string; filter: MessageFilter; isOutbox: boolean }) {
  return (
    <form method="get" action={path} class="flex flex-wrap items-end gap-3">
      <label class="grid min-w-56 grow gap-1 text-sm sm:max-w-80">
        {t('To')}
        <input class="input" type="search" name="to" value={filter.to ?? ''} data-max={320} />
      </label>
      {!isOutbox && (
        <label class="grid gap-1 text-sm">
          {t('Status')}
          <Select
            name="status"
            none={t('All')}
            options={STATUSES.map((status) => [status, describeStatus(status)] as const)}
            chosen={filter.status}
          />
        </label>
      )}
      <button type="submit" class="btn" data-variant="outline">
        {t('Filter')}
      </button>
    </form>
  )
}

function Messages({ messages, isOutbox }: { messages: readonly EmailView[]; isOutbox: boolean }) {
  return (
    <Table label={t('Messages')} columns={[t('When'), t('To'), t('Subject'), t('Template'), t('Status')]}>
      {messages.map(({ id, createdAt, to, subject, template, status, attempts, error }) => (
        <tr class="align-top">
          <td class="whitespace-nowrap">
            <Time at={createdAt} />
          </td>
          <td>{to}</td>
          <td class="min-w-48 whitespace-normal">
            {isOutbox ? (
              <a class="font-medium underline-offset-4 hover:underline" href={`/admin/plugins/email/outbox/${id}`}>
                {subject}
              </a>
            ) : (
              subject
            )}
          </td>
          <td>{template}</td>
          <td class="whitespace-normal">
            <span class="badge" data-variant="outline">
              <span class={`size-2 rounded-full ${DOTS[status]}`} aria-hidden="true" />
              {describeStatus(status)}
            </span>
            {attempts > 1 && (
              <div class="text-xs text-muted-foreground">{tn(attempts, '{count} try', '{count} tries')}</div>
            )}
            {error !== null && <div class="max-w-72 text-xs text-muted-foreground wrap-anywhere">{error}</div>}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function describeStatus(status: EmailView['status']): string {
  if (status === 'sent') return t('sent')
  return status === 'queued' ? t('queued') : t('failed')
}

function address(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `${path}?${new URLSearchParams(entries)}`
}
