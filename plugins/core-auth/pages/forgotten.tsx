/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { FormCard, Refusal, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link } from './link.tsx'
import { TextField } from './text-field.tsx'

/** Page with a form that requests a link for setting a new password. */
export default function forgotPage(_c: RequestContext, { refused }: Shown): Page {
  const content = (
    <FormCard
      title={t('Forgot your password?')}
      description={t('We will send you a link to set a new one.')}
      footer={<Link href="/auth/login">{t('Back to sign-in')}</Link>}
    >
      <Refusal problem={refused?.problem} shown={['email']} />
      <Form action="/auth/forgot-password" submit={t('Send the link')}>
        <TextField name="email" label={t('Email')} type="email" autocomplete="username" max={320} refused={refused} />
      </Form>
    </FormCard>
  )
  return { title: t('Forgot your password?'), frame: 'narrow', content }
}
