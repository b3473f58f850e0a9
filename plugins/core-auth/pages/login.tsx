/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Alert, FormCard, t } from 'lintel/ui'
import { REGISTERED } from '../registration.ts'
import type { SignInOption } from '../sign-in-option.ts'
import { Form } from './form.tsx'
import { Link, withRedirect } from './link.tsx'
import { type FormProblem, NO_PROBLEM, type Page } from './page.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

export interface LoginProps {
  /** Where to go afterwards, as the request named it. */
  readonly redirect?: string | undefined
  readonly email?: string | undefined
  /** Whether people may register. */
  readonly registration: boolean
  /** Another way to sign in. */
  readonly option: SignInOption | null
  /** Whether the account was made just now. */
  readonly isNew?: boolean
  readonly problem?: FormProblem
}

/** The page where people sign in. */
export function loginPage(props: LoginProps): Page {
  const { redirect, email, registration, option, isNew = false, problem = NO_PROBLEM } = props
  const footer = registration && (
    <p class="text-muted-foreground">
      {t('No account yet?')} <Link href={withRedirect('/auth/register', redirect)}>{t('Create one')}</Link>
    </p>
  )
  const content = (
    <FormCard title={t('Sign in')} error={problem.message} footer={footer}>
      {isNew && <Alert kind="success" title={t(REGISTERED)} />}
      <Form action="/auth/login" submit={t('Sign in')} hidden={{ redirect }}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autocomplete="username"
          maxlength={320}
          value={email}
          problem={problem}
        />
        <PasswordField
          label={t('Password')}
          aside={<Link href="/auth/forgot-password">{t('Forgot your password?')}</Link>}
          problem={problem}
        />
      </Form>
      {problem.code === 'email_unverified' && <SendAgain email={email ?? ''} />}
      {option !== null && <OtherWay option={option} redirect={redirect} />}
    </FormCard>
  )
  return { title: t('Sign in'), content }
}

/** For who knows the password, and has lost the mail that confirms the address. */
function SendAgain({ email }: { email: string }) {
  return (
    <form method="post" action="/auth/verify-email">
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="btn w-full" data-variant="outline">
        {t('Send the mail again')}
      </button>
    </form>
  )
}

function OtherWay({ option, redirect }: { option: SignInOption; redirect: string | undefined }) {
  return (
    <>
      <div class="flex items-center gap-3 text-xs text-muted-foreground">
        <span class="h-px grow bg-border" />
        {t('or')}
        <span class="h-px grow bg-border" />
      </div>
      <a href={withRedirect(option.path, redirect)} class="btn w-full" data-variant="outline">
        {t(option.label)}
      </a>
    </>
  )
}
