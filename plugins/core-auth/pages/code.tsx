/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { FormCard, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link, withRedirect } from './link.tsx'
import { type FormProblem, NO_PROBLEM, type Page } from './page.ts'

export interface CodeProps {
  readonly challengeToken: string
  /** Where to go afterwards, as the request named it. */
  readonly redirect: string | undefined
  readonly problem?: FormProblem
}

/** The page that takes the code of the second factor. */
export function codePage({ challengeToken, redirect, problem = NO_PROBLEM }: CodeProps): Page {
  const content = (
    <FormCard
      title={t('Enter the code')}
      description={t('Six digits are on their way to your email address. They work for ten minutes.')}
      error={problem.message}
      footer={<Link href={withRedirect('/auth/login', redirect)}>{t('Start again')}</Link>}
    >
      <Form action="/auth/otp" submit={t('Sign in')} hidden={{ challengeToken, redirect }}>
        <div class="field">
          <label for="code">{t('Code')}</label>
          <input
            id="code"
            name="code"
            type="text"
            class="text-center font-mono text-lg tracking-[0.4em]"
            inputmode="numeric"
            autocomplete="one-time-code"
            pattern="\s*[0-9]{6}\s*"
            title={t('six digits')}
            maxlength={20}
            required
            autofocus
          />
        </div>
      </Form>
    </FormCard>
  )
  return { title: t('Enter the code'), content }
}
