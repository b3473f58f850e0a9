/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { PageHeader, Tabs, t } from 'lintel/ui'

export type Tab = 'settings' | 'templates' | 'messages' | 'outbox'

interface EmailFrameProps {
  readonly current: Tab
  /** Whether there is an outbox: in development. */
  readonly hasOutbox: boolean
}

/** What the pages of the plugin have in common: the head, and the way between them. */
export function EmailFrame({ current, hasOutbox, children }: PropsWithChildren<EmailFrameProps>) {
  const tabs: readonly (readonly [Tab, string])[] = [
    ['settings', t('Settings')],
    ['templates', t('Templates')],
    ['messages', t('Log')],
    ...(hasOutbox ? ([['outbox', t('Outbox')]] as const) : []),
  ]
  return (
    <>
      <PageHeader title={t('Email')} description={t('How mail is sent, what it says, and what became of it.')} />
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
