/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { Content, Page } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { PageHeader, Tabs, t } from 'lintel/ui'
import { isDevelopment } from '../settings.ts'

type Tab = 'settings' | 'templates' | 'messages' | 'outbox'

/** Returns a page of the plugin: its content below the common frame. */
export function emailPage(c: RequestContext, current: Tab, title: string, part: Content): Page {
  const content = (
    <EmailFrame current={current} hasOutbox={isDevelopment(c)}>
      {part}
    </EmailFrame>
  )
  return { title, content }
}

interface EmailFrameProps {
  readonly current: Tab
  /** True in development, which has an outbox. */
  readonly hasOutbox: boolean
}

/** The header, and the navigation between the pages. */
function EmailFrame({ current, hasOutbox, children }: PropsWithChildren<EmailFrameProps>) {
  const tabs: readonly (readonly [Tab, string])[] = [
    ['settings', t('Settings')],
    ['templates', t('Templates')],
    ['messages', t('Log')],
    ...(hasOutbox ? ([['outbox', t('Outbox')]] as const) : []),
  ]
  return (
    <>
      <PageHeader title={t('Email')} description={t('How mail is sent, what it says, and whether it was delivered.')} />
      <Tabs
        label={t('Email')}
        tabs={tabs.map(([tab, label]) => ({
          href: `/admin/plugins/email/${tab}`,
          label,
          current: tab === current,
        }))}
      />
      {children}
    </>
  )
}
