/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Card, Facts, Icon, PageHeader, Time, t } from 'lintel/ui'
import type { DeliveryDetail } from '../objects.ts'
import { DeliveryStatus } from './delivery-status.tsx'

/** Page of one delivery: its progress, the message, and the endpoint's response. */
export default function deliveryPage(
  _c: RequestContext,
  { result, query: { done } }: Shown<{ readonly data: DeliveryDetail }, { readonly done?: Done | undefined }>,
): Page {
  const delivery = result.data
  const { id, event, endpoint, payload, responseBody } = delivery
  const content = (
    <>
      <PageHeader title={event} description={t('To the endpoint {endpoint}', { endpoint })}>
        <a class="btn" data-variant="ghost" href="/admin/webhooks/deliveries">
          <Icon name="arrow-left" />
          {t('Deliveries')}
        </a>
        <form method="post" action={`/admin/webhooks/deliveries/${id}/replay`}>
          <button type="submit" class="btn" data-variant="outline">
            <Icon name="rotate-ccw" />
            {t('Deliver again')}
          </button>
        </form>
      </PageHeader>
      {done !== undefined && <Outcome delivery={delivery} done={done} />}
      <Card title={t('Delivery')}>
        <Progress delivery={delivery} />
      </Card>
      <Card title={t('Payload')} description={t('The body, as it is signed and sent.')}>
        <Code text={JSON.stringify(payload, null, 2)} label={t('Payload')} />
      </Card>
      <Card title={t('Last response')} description={t('Its first 1,024 bytes at most.')}>
        {responseBody === null ? (
          <p class="text-sm text-muted-foreground">
            {t('The response had no body, or there has been no response yet.')}
          </p>
        ) : (
          <Code text={responseBody} label={t('Last response')} />
        )}
      </Card>
    </>
  )
  return { title: t('Delivery'), content }
}

type Done = 'replayed' | 'tested'

function Outcome({ delivery: { status, lastError }, done }: { delivery: DeliveryDetail; done: Done }) {
  if (done === 'replayed') return <Alert kind="success" title={t('The event is being delivered again')} />
  if (status === 'delivered') return <Alert kind="success" title={t('The endpoint accepted the test message')} />
  return (
    <Alert kind="error" title={t('The endpoint did not accept the test message')}>
      {lastError}
    </Alert>
  )
}

function Progress({ delivery }: { delivery: DeliveryDetail }) {
  const { id, status, attempts, nextAttemptAt, lastAttemptAt, lastStatus, lastError, lastDuration } = delivery
  return (
    <Facts
      facts={[
        [t('Status'), <DeliveryStatus status={status} />],
        ['webhook-id', <code>{id}</code>],
        [t('Time of the event'), <Time at={delivery.createdAt} />],
        [t('Attempts'), attempts],
        [t('Last attempt'), <Time at={lastAttemptAt} />],
        [t('Next attempt'), <Time at={nextAttemptAt} />],
        [t('Delivered'), <Time at={delivery.deliveredAt} />],
        [t('HTTP status'), lastStatus ?? '–'],
        [t('Duration'), lastDuration === null ? '–' : t('{count} ms', { count: lastDuration })],
        [t('Error'), lastError ?? '–'],
      ]}
    />
  )
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      class="max-h-96 overflow-auto rounded-md bg-muted p-3 focus-visible:outline-2 focus-visible:outline-ring"
      aria-label={label}
      tabindex={0}
    >
      <pre class="text-xs">
        <code>{text}</code>
      </pre>
    </section>
  )
}
