/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from 'lintel/ui'
import type { DeliveryObject } from '../objects.ts'

const DOTS = { delivered: 'bg-success', pending: 'bg-primary', failed: 'bg-destructive' } as const

/** Shows the progress of a delivery, by color and in words. */
export function DeliveryStatus({ status }: { status: DeliveryObject['status'] }) {
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${DOTS[status]}`} aria-hidden="true" />
      {describeStatus(status)}
    </span>
  )
}

export function describeStatus(status: DeliveryObject['status']): string {
  if (status === 'delivered') return t('delivered')
  return status === 'pending' ? t('waiting') : t('failed')
}
