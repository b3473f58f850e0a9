/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, PageHeader, t } from '../../../ui/index.ts'

/** Page with new recovery codes, which are shown only once. */
export default function recoveryCodesPage(
  _c: RequestContext,
  { result }: Shown<{ readonly data: { readonly recoveryCodes: readonly string[] } }>,
): Page {
  const content = (
    <>
      <PageHeader title={t('Your recovery codes')} />
      <Alert kind="note" title={t('Save these codes now: they are not shown again')}>
        {t(
          'Each code works once, in place of a code from the app, in case you lose the device. Store them somewhere else.',
        )}
      </Alert>
      <Card>
        <div class="grid gap-6">
          <ul class="grid max-w-xl gap-2 font-mono text-sm select-all sm:grid-cols-2">
            {result.data.recoveryCodes.map((code) => (
              <li>{code}</li>
            ))}
          </ul>
          <div>
            <a class="btn" href="/admin/profile">
              {t('I have saved them')}
            </a>
          </div>
        </div>
      </Card>
    </>
  )
  return { title: t('Your recovery codes'), content }
}
