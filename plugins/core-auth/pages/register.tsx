/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { FormCard, Refusal, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link } from './link.tsx'
import { NameFields } from './name-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

const FIELDS = ['email', 'password', 'username', 'firstName', 'lastName'] as const

/** Page where people register. */
export default function registerPage(_c: RequestContext, { refused }: Shown): Page {
  const footer = (
    <p class="text-muted-foreground">
      {t('Have an account?')} <Link href="/auth/login">{t('Sign in')}</Link>
    </p>
  )
  const content = (
    <FormCard title={t('Create an account')} footer={footer}>
      <Refusal problem={refused?.problem} shown={FIELDS} />
      <Form action="/auth/register" submit={t('Create an account')}>
        <TextField name="email" label={t('Email')} type="email" autocomplete="username" max={320} refused={refused} />
        <PasswordField label={t('Password')} isNew refused={refused} />
        <TextField name="username" label={t('Username')} autocomplete="nickname" optional max={64} refused={refused} />
        <NameFields refused={refused} />
      </Form>
    </FormCard>
  )
  return { title: t('Create an account'), frame: 'narrow', content }
}
