/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, errorAt, Field, PageHeader, t, typedIn } from '../../../ui/index.ts'
import { Submit } from './form-parts.tsx'
import { QrCode } from './qr-code.tsx'

/** A new secret that has not been confirmed with a code yet. */
export interface AppSetup {
  readonly uri: string
  readonly setup: string
}

/** Page that shows the secret of an authenticator app, as a QR code and as text, and asks for its first code. */
export default function authenticatorPage(
  _c: RequestContext,
  { result, refused }: Shown<{ readonly data: AppSetup } | undefined>,
): Page {
  const uri = result?.data.uri ?? typedIn(refused, 'uri') ?? ''
  const setup = result?.data.setup ?? typedIn(refused, 'setup') ?? ''
  const secret = /^otpauth:\/\/totp\/.+\?secret=([A-Z2-7]{32})&/.exec(uri)?.[1]
  const wrong = errorAt(refused?.problem, 'code')
  const content = (
    <>
      <PageHeader title={t('Authenticator app')} />
      {refused && wrong === null && (
        <Alert kind="error" title={refused.problem.detail ?? t(refused.problem.title)}>
          <a href="/admin/profile" class="underline underline-offset-4">
            {t('Back to your profile')}
          </a>
        </Alert>
      )}
      {secret !== undefined && (
        <Card>
          <div class="grid max-w-2xl gap-6">
            <p class="text-sm">
              {t('Scan this with an authenticator app, such as the one on your phone or in your password manager.')}
            </p>
            <QrCode text={uri} label={t('QR code of the secret below')} />
            <div class="grid gap-1 text-sm">
              <span>{t('Or type this secret into the app:')}</span>
              <code class="select-all wrap-anywhere">{secret.match(/.{4}/g)?.join(' ')}</code>
            </div>
            <form method="post" action="/admin/profile/second-factor/app/confirm" class="grid gap-4">
              <input type="hidden" name="setup" value={setup} />
              <input type="hidden" name="uri" value={uri} />
              <Field id="app-code" label={t('The code that the app shows')} error={wrong} required>
                <input
                  id="app-code"
                  class="input max-w-48"
                  name="code"
                  inputmode="numeric"
                  autocomplete="one-time-code"
                  data-max={20}
                  required
                  autofocus
                  aria-invalid={wrong === null ? undefined : 'true'}
                  aria-describedby={wrong === null ? undefined : 'app-code-note'}
                />
              </Field>
              <div class="flex gap-2">
                <Submit>{t('Turn on')}</Submit>
                <a class="btn" data-variant="ghost" href="/admin/profile">
                  {t('Cancel')}
                </a>
              </div>
            </form>
          </div>
        </Card>
      )}
    </>
  )
  return { title: t('Authenticator app'), content }
}
