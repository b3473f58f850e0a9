/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { message } from 'lintel/kit'
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
      description={t('We will send you a link to set a new one.')}
      error={problem.message}
      footer={<Link href="/auth/login">{t('Back to sign-in')}</Link>}
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

export interface ResetProps {
  readonly token: string
  /** What led here, besides a forgotten password: a confirmed address, or an invitation. */
  readonly why?: 'confirmed' | 'invited' | undefined
  readonly problem?: FormProblem
}

/** The page behind that link, and behind others by which a password is set. */
export function resetPage({ token, why, problem = NO_PROBLEM }: ResetProps): Page {
  const { title, description, submit } = WORDS[why ?? 'forgotten']
  const content = (
    <FormCard
      title={t(title)}
      description={t(description)}
      error={problem.message}
      footer={<Link href="/auth/forgot-password">{t('Send another link')}</Link>}
    >
      <Form action="/auth/reset-password" submit={t(submit)} hidden={{ token, why }}>
        <PasswordField label={t('New password')} isNew problem={problem} />
      </Form>
    </FormCard>
  )
  return { title: t(title), content }
}

const WORDS = {
  forgotten: {
    title: message('Set a new password'),
    description: message('This signs you out everywhere else and revokes your API tokens.'),
    submit: message('Set the password'),
  },
  confirmed: {
    title: message('Your address is confirmed'),
    description: message(
      'Now choose a password. Any password chosen before no longer works, since somebody else may have chosen it.',
    ),
    submit: message('Set the password'),
  },
  invited: {
    title: message('Welcome'),
    description: message('Choose a password for your account. This also confirms your address.'),
    submit: message('Set the password'),
  },
} as const
