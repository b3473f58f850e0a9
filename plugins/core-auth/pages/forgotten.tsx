import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link } from './link.tsx'
import { type FormProblem, NO_PROBLEM, type Page } from './page.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

/** The page that sends a link to set a new password. */
export function forgotPage({ email, problem = NO_PROBLEM }: { email?: string; problem?: FormProblem } = {}): Page {
  const content = (
    <FormCard
      title={t('Forgot your password?')}
      description={t('We send you a link by which you set a new one.')}
      error={problem.message}
      footer={<Link href="/auth/login">{t('Back to signing in')}</Link>}
    >
      <Form action="/auth/forgot-password" submit={t('Send the link')}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autocomplete="username"
          maxlength={320}
          value={email}
          problem={problem}
        />
      </Form>
    </FormCard>
  )
  return { title: t('Forgot your password?'), content }
}

/** The page behind that link. */
export function resetPage({ token, problem = NO_PROBLEM }: { token: string; problem?: FormProblem }): Page {
  const content = (
    <FormCard
      title={t('Set a new password')}
      description={t('It signs you out everywhere else.')}
      error={problem.message}
      footer={<Link href="/auth/forgot-password">{t('Send another link')}</Link>}
    >
      <Form action="/auth/reset-password" submit={t('Set the password')} hidden={{ token }}>
        <PasswordField label={t('New password')} isNew problem={problem} />
      </Form>
    </FormCard>
  )
  return { title: t('Set a new password'), content }
}
