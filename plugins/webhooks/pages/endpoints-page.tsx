/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { environmentOf, manifestOf, type RequestContext } from 'lintel/kit'
import { Badge, Card, EmptyState, Facts, t } from 'lintel/ui'
import type { EndpointObject } from '../objects.ts'
import { WebhooksFrame } from './frame.tsx'

/** Page of the endpoints in the config, each with its events and the numbers of waiting and failed deliveries. */
export default function endpointsPage(
  c: RequestContext,
  { result: { data: endpoints } }: Shown<{ readonly data: readonly EndpointObject[] }>,
): Page {
  const addresses = addressesOf(c)
  const usedAt = manifestOf(c).plugins.find(({ name }) => name === 'webhooks')?.usedAt ?? 'cms.config.ts'
  const content = (
    <WebhooksFrame current="endpoints">
      {endpoints.length === 0 ? (
        <EmptyState icon="webhook" title={t('No endpoints')}>
          {t('Endpoints are settings of the plugin, at {place}.', { place: usedAt })}
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
  return { title: t('Webhooks'), content }
}

/**
 * Returns the addresses by endpoint, as in the config; an address that is a secret is represented by the secret's name.
 */
function addressesOf(c: RequestContext): ReadonlyMap<string, string> {
  const endpoints = environmentOf(c).settings.webhooks?.endpoints as
    | readonly { readonly name: string; readonly url: string | { readonly $secret: string } }[]
    | undefined // in the format of the settings' schema, with the names of secrets
  return new Map(endpoints?.map(({ name, url }) => [name, typeof url === 'string' ? url : url.$secret]))
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
          [t('Sends'), payload === 'full' ? t('whole documents') : t('ids only')],
          [t('Restricted fields'), restrictedFields ? t('sent') : t('left out')],
          [
            t('Waiting'),
            <a class="underline underline-offset-4" href={list('pending')}>
              {pending}
            </a>,
          ],
          [
            t('Failed'),
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
