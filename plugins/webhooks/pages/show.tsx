/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { environmentOf, manifestOf, type RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { subscriptionsOf } from '../enqueue.ts'
import type { DeliveryDetail, EndpointObject } from '../objects.ts'
import { type DeliveriesProps, deliveriesPage } from './deliveries-page.tsx'
import { deliveryPage } from './delivery-page.tsx'
import { endpointsPage } from './endpoints-page.tsx'

export function showEndpoints(c: RequestContext, endpoints: readonly EndpointObject[]) {
  const usedAt = manifestOf(c).plugins.find(({ name }) => name === 'webhooks')?.usedAt ?? 'cms.config.ts'
  return show(c, t('Webhooks'), endpointsPage({ endpoints, addresses: addressesOf(c), usedAt }))
}

export function showDeliveries(c: RequestContext, found: Omit<DeliveriesProps, 'endpoints'>) {
  const endpoints = subscriptionsOf(c).map(({ name }) => name)
  return show(c, t('Deliveries'), deliveriesPage({ ...found, endpoints }))
}

export function showDelivery(c: RequestContext, delivery: DeliveryDetail, done: 'replayed' | 'tested' | null) {
  return show(c, t('Delivery'), deliveryPage(delivery, done))
}

function show(c: RequestContext, title: string, content: Content) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title })
}

/** Addresses by endpoint, as the config has them; one that is a secret by its name. */
function addressesOf(c: RequestContext): ReadonlyMap<string, string> {
  const endpoints = environmentOf(c).settings.webhooks?.endpoints as
    | readonly { readonly name: string; readonly url: string | { readonly $secret: string } }[]
    | undefined // as the settings' schema has them, with the secrets by name
  return new Map(endpoints?.map(({ name, url }) => [name, typeof url === 'string' ? url : url.$secret]))
}
