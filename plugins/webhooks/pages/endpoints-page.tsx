/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { Badge, Card, EmptyState, Facts, t } from 'lintel/ui'
import type { EndpointObject } from '../objects.ts'
import { WebhooksFrame } from './frame.tsx'

interface EndpointsProps {
  readonly endpoints: readonly EndpointObject[]
  /** By endpoint: its address, or the name of the secret that holds it. */
  readonly addresses: ReadonlyMap<string, string>
  /** Where the config takes the plugin in. */
  readonly usedAt: string
}

/** The endpoints of the config, each with what it is told and what waits for it. */
export function endpointsPage({ endpoints, addresses, usedAt }: EndpointsProps): Content {
  return (
    <WebhooksFrame current="endpoints">
      {endpoints.length === 0 ? (
        <EmptyState icon="webhook" title={t('No endpoints')}>
          {t('Endpoints stand among the settings of the plugin, at {place}.', { place: usedAt })}
        </EmptyState>
      ) : (
        <div class="grid gap-6 *:min-w-0 lg:grid-cols-2">
          {endpoints.map((endpoint) => (
            <Endpoint endpoint={endpoint} address={addresses.get(endpoint.name)} />
          ))}
        </div>
      )}
    </WebhooksFrame>
  )
}

function Endpoint({ endpoint, address }: { endpoint: EndpointObject; address: string | undefined }) {
  const { name, events, collections, payload, restrictedFields, pending, failed } = endpoint
  const list = (status: 'pending' | 'failed') =>
    `/admin/webhooks/deliveries?${new URLSearchParams({ endpoint: name, status })}`
  return (
    <Card
      title={name}
      footer={
        <div class="flex flex-wrap gap-2">
          <form method="post" action={`/admin/webhooks/endpoints/${name}/test`}>
            <button type="submit" class="btn" data-variant="outline" data-size="sm">
              {t('Send a test')}
            </button>
          </form>
          <a class="btn" data-variant="ghost" data-size="sm" href={`/admin/webhooks/deliveries?endpoint=${name}`}>
            {t('Deliveries')}
          </a>
        </div>
      }
    >
      <Facts
        facts={[
          [t('Address'), <code>{address ?? '–'}</code>],
          [t('Events'), <Badges words={events} />],
          [t('Collections'), collections === null ? t('all') : <Badges words={collections} />],
          [t('Sends'), payload === 'full' ? t('whole documents') : t('ids alone')],
          [t('Restricted fields'), restrictedFields ? t('sent') : t('left out')],
          [
            t('Waiting'),
            <a class="underline underline-offset-4" href={list('pending')}>
              {pending}
            </a>,
          ],
          [
            t('Given up'),
            <a class="underline underline-offset-4" href={list('failed')}>
              {failed}
            </a>,
          ],
        ]}
      />
    </Card>
  )
}

function Badges({ words }: { words: readonly string[] }) {
  return (
    <span class="flex flex-wrap gap-1">
      {words.map((word) => (
        <Badge>{word}</Badge>
      ))}
    </span>
  )
}
