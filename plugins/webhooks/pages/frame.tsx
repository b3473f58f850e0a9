/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import { PageHeader, Tabs, t } from 'lintel/ui'

/** Frame of the webhooks' pages: the header, and the navigation between them. */
export function WebhooksFrame({ current, children }: PropsWithChildren<{ current: 'endpoints' | 'deliveries' }>) {
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        description={t(
          'Other systems that are notified of events. Endpoints are declared in the config; every delivery is recorded here.',
        )}
      />
      <Tabs
        label={t('Webhooks')}
        tabs={[
          { href: '/admin/webhooks', label: t('Endpoints'), current: current === 'endpoints' },
          { href: '/admin/webhooks/deliveries', label: t('Deliveries'), current: current === 'deliveries' },
        ]}
      />
      {children}
    </>
  )
}
