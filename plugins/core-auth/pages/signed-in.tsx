/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page } from 'lintel'
import { FormCard, t } from 'lintel/ui'

/** Page that tells a person that the other tab, where they had to sign in, continues by itself. */
export default function signedInPage(): Page {
  const content = (
    <FormCard
      title={t('You are signed in')}
      description={t('The page that you came from continues by itself. You can close this one.')}
    >
      <a href="/admin/" class="btn w-full" data-variant="outline" data-signed-in>
        {t('Dashboard')}
      </a>
    </FormCard>
  )
  return { title: t('You are signed in'), frame: 'narrow', content }
}
