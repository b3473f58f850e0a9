/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'
import type { Page } from './page.ts'

/** Says how something ended, and leads on. */
export function notePage(title: string, text: string): Page {
  const content = (
    <FormCard title={t(title)} description={t(text)}>
      <a href="/auth/login" class="btn w-full">
        {t('Sign in')}
      </a>
    </FormCard>
  )
  return { title: t(title), content }
}

/** Says that a mail is on its way, and leads back. */
export function mailPage(text: string): Page {
  const content = (
    <FormCard title={t('Check your email')} description={t(text)}>
      <a href="/auth/login" class="btn w-full" data-variant="outline">
        {t('Back to sign-in')}
      </a>
    </FormCard>
  )
  return { title: t('Check your email'), content }
}

/** Asks somebody whom another site sent here whether signing out is meant. */
export function logoutPage(): Page {
  const content = (
    <FormCard title={t('Sign out?')} description={t('You can sign in again at any time.')}>
      <Form action="/auth/logout" submit={t('Sign out')} />
    </FormCard>
  )
  return { title: t('Sign out?'), content }
}
