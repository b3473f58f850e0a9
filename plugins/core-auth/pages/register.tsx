/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link } from './link.tsx'
import { type FormProblem, NO_PROBLEM, type Page } from './page.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

export interface RegisterProps {
  /** What was typed before; never the password. */
  readonly values?: {
    readonly email?: string | undefined
    readonly username?: string | undefined
    readonly firstName?: string | undefined
    readonly lastName?: string | undefined
  }
  readonly problem?: FormProblem
}

/** The page where people register. */
export function registerPage({ values = {}, problem = NO_PROBLEM }: RegisterProps): Page {
  const footer = (
    <p class="text-muted-foreground">
      {t('Have an account?')} <Link href="/auth/login">{t('Sign in')}</Link>
    </p>
  )
  const content = (
    <FormCard title={t('Create an account')} error={problem.message} footer={footer}>
      <Form action="/auth/register" submit={t('Create an account')}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autocomplete="username"
          maxlength={320}
          value={values.email}
          problem={problem}
        />
        <PasswordField label={t('Password')} isNew problem={problem} />
        <TextField
          name="username"
          label={t('Username')}
          autocomplete="nickname"
          optional
          maxlength={64}
          value={values.username}
          problem={problem}
        />
        <TextField
          name="firstName"
          label={t('First name')}
          autocomplete="given-name"
          optional
          maxlength={100}
          value={values.firstName}
          problem={problem}
        />
        <TextField
          name="lastName"
          label={t('Last name')}
          autocomplete="family-name"
          optional
          maxlength={100}
          value={values.lastName}
          problem={problem}
        />
      </Form>
    </FormCard>
  )
  return { title: t('Create an account'), content }
}
