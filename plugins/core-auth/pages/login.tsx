/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { findService, type RequestContext } from 'lintel/kit'
import { Alert, FormCard, Icon, Refusal, t } from 'lintel/ui'
import { isOpen, REGISTERED } from '../registration.ts'
import type { SignInOption } from '../sign-in-option.ts'
import { Form } from './form.tsx'
import { Link, withRedirect } from './link.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'
import { typedText } from './typed-text.ts'

interface Query {
  /** Address to go to afterwards, as the request named it. */
  readonly redirect?: string | undefined
  /** There where the account was made just now. */
  readonly registered?: string | undefined
}

/** The page where people sign in; what else it offers depends on the settings and on other plugins. */
export default async function loginPage(
  c: RequestContext,
  { query, typed, refused }: Shown<unknown, Query>,
): Promise<Page> {
  const redirect = typedText(typed, 'redirect') ?? query.redirect
  const [registration, option] = [await isOpen(c), await findService(c, 'signInOption')]
  const footer = registration && (
    <p class="text-muted-foreground">
      {t('No account yet?')} <Link href={withRedirect('/auth/register', redirect)}>{t('Create one')}</Link>
    </p>
  )
  const content = (
    <FormCard title={t('Sign in')} footer={footer}>
      <Refusal problem={refused?.problem} shown={['email', 'password']} />
      {query.registered !== undefined && <Alert kind="success" title={t(REGISTERED)} />}
      <Form action="/auth/login" submit={t('Sign in')} hidden={{ redirect }}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autocomplete="username webauthn"
          maxlength={320}
          refused={refused}
        />
        <PasswordField
          label={t('Password')}
          aside={<Link href="/auth/forgot-password">{t('Forgot your password?')}</Link>}
          refused={refused}
        />
      </Form>
      {refused?.problem.code === 'email_unverified' && <SendAgain email={typedText(typed, 'email') ?? ''} />}
      <OtherWays option={option} redirect={redirect} isRefused={typedText(typed, 'state') !== undefined} />
    </FormCard>
  )
  return { title: t('Sign in'), frame: 'narrow', content }
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

interface OtherWaysProps {
  readonly option: SignInOption | null
  readonly redirect: string | undefined
  /** True where a passkey was refused just now. */
  readonly isRefused: boolean
}

/** A passkey, for browsers that know them, and what another plugin offers. */
function OtherWays({ option, redirect, isRefused }: OtherWaysProps) {
  return (
    <>
      <form
        method="post"
        action="/auth/passkey"
        class="flex flex-col gap-3"
        data-passkey="sign-in"
        data-refused={isRefused ? '' : undefined}
        hidden
      >
        {redirect !== undefined && <input type="hidden" name="redirect" value={redirect} />}
        <input type="hidden" name="state" />
        <input type="hidden" name="credential" />
        <p
          role="alert"
          class="text-sm text-destructive"
          data-failed={t('The browser could not use a passkey. Try again, or sign in another way.')}
          hidden
        />
        <button type="submit" class="btn w-full" data-variant="outline">
          <Icon name="key-round" />
          {t('Sign in with a passkey')}
        </button>
      </form>
      {option !== null && <OtherWay option={option} redirect={redirect} />}
    </>
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
