/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page } from 'lintel'
import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'

/** Page that asks a person whom another site sent here whether they want to sign out. */
export default function logoutPage(): Page {
  const content = (
    <FormCard title={t('Sign out?')} description={t('You can sign in again at any time.')}>
      <Form action="/auth/logout" submit={t('Sign out')} />
    </FormCard>
  )
  return { title: t('Sign out?'), frame: 'narrow', content }
}
