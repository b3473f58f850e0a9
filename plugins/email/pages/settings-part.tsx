/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Alert, Card, errorAt, Facts, Field, Refusal, t, typedIn } from 'lintel/ui'

interface SettingsPartProps {
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string | undefined
  readonly logoUrl: string | undefined
  readonly provider: string
  readonly retentionDays: number
  /** Line of the config that adds the plugin. */
  readonly usedAt: string
  /** True if mail stays in the outbox of development. */
  readonly usesOutbox: boolean
  /** Reason why no mail is delivered; `null` if mail is delivered, or stays in the outbox. */
  readonly obstacle: string | null
  /** The refusal of the test message's form; `null` if it was not refused. */
  readonly refused: Refused | null
}

/** Shows how mail is delivered, with a form that tests it. */
export function SettingsPart(props: SettingsPartProps) {
  const { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays, usedAt, usesOutbox, obstacle, refused } =
    props
  const wrong = errorAt(refused?.problem, 'to')
  return (
    <>
      {obstacle !== null && (
        <Alert kind="error" title={t('Mail cannot be delivered')}>
          {obstacle}
        </Alert>
      )}
      <Card title={t('Delivery')} description={t('Settings are code: see {place}.', { place: usedAt })}>
        <Facts
          facts={[
            [
              t('Delivered by'),
              usesOutbox ? t('the development outbox, instead of {provider}', { provider }) : provider,
            ],
            [t('From'), `${fromName} <${fromEmail}>`],
            [t('Replies'), replyTo ?? t('to {address}', { address: fromEmail })],
            [t('Logo'), logoUrl ?? t('none')],
            [t('Log'), t('kept for {count} days', { count: retentionDays })],
          ]}
        />
      </Card>
      <Card title={t('Test message')} description={t('Sent like every other message.')}>
        <form method="post" action="/admin/plugins/email/test" class="grid max-w-md gap-4">
          <Refusal problem={refused?.problem} shown={['to']} />
          <Field id="to" label={t('To')} error={wrong} required>
            <input
              id="to"
              class="input"
              name="to"
              type="email"
              required
              data-max={320}
              autocomplete="email"
              value={typedIn(refused, 'to') ?? ''}
              aria-invalid={wrong === null ? undefined : 'true'}
              aria-describedby={wrong === null ? undefined : 'to-note'}
            />
          </Field>
          <div>
            <button class="btn" type="submit">
              {t('Send')}
            </button>
          </div>
        </form>
      </Card>
    </>
  )
}
