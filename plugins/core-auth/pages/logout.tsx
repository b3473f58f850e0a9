/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page } from 'lintel'
import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'

/** Page that asks whether to sign out, for a link on another site and for a browser that merely prefetches the link. */
export default function logoutPage(): Page {
  const content = (
    <FormCard title={t('Sign out?')} description={t('You can sign in again at any time.')}>
      <Form action="/auth/logout" submit={t('Sign out')} />
    </FormCard>
  )
  return { title: t('Sign out?'), frame: 'narrow', content }
}
