/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { findService, type RequestContext, settingsOf } from 'lintel/kit'
import { Alert, FormCard, Refusal, t } from 'lintel/ui'
import { labelOf } from '../oidc-settings.ts'
import { isOpen, REGISTERED } from '../registration.ts'
import { settings } from '../settings.ts'
import { Form } from './form.tsx'
import { Link, withRedirect } from './link.tsx'
import { OtherWays, PasskeyForm } from './other-ways.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'
import { typedText } from './typed-text.ts'

interface Query {
  /** Address to go to after signing in, as the request gave it. */
  readonly redirect?: string | undefined
  /** Present if the account was just created. */
  readonly registered?: string | undefined
}

/** Page where people sign in; the ways that it offers depend on the settings and on other plugins. */
export default async function loginPage(
  c: RequestContext,
  { query, typed, refused }: Shown<unknown, Query>,
): Promise<Page> {
  const redirect = typedText(typed, 'redirect') ?? query.redirect
  const [registration, option] = [await isOpen(c), await findService(c, 'signInOption')]
  const ways = [
    ...settingsOf(c, settings).oidc.map((provider) => ({
      label: t('Sign in with {provider}', { provider: labelOf(provider) }),
      path: withRedirect(`/auth/oidc/${provider.name}`, redirect),
    })),
    ...(option === null ? [] : [{ label: t(option.label), path: withRedirect(option.path, redirect) }]),
  ]
  const footer = registration && (
    <p class="text-muted-foreground">
      {t('No account yet?')} <Link href={withRedirect('/auth/register', redirect)}>{t('Create one')}</Link>
    </p>
  )
  const content = (
    <FormCard title={t('Sign in')} footer={footer}>
      <Refusal problem={refused?.problem} shown={['email', 'password']} />
      {query.registered !== undefined && <Alert kind="success" title={t(REGISTERED)} />}
      <PasskeyForm redirect={redirect} isRefused={typedText(typed, 'state') !== undefined} />
      <Form action="/auth/login" submit={t('Sign in')} hidden={{ redirect }}>
        <TextField
          name="email"
          label={t('Email')}
          type="email"
          autocomplete="username webauthn"
          max={320}
          refused={refused}
        />
        <PasswordField
          label={t('Password')}
          aside={<Link href="/auth/forgot-password">{t('Forgot your password?')}</Link>}
          refused={refused}
        />
      </Form>
      {refused?.problem.code === 'email_unverified' && <SendAgain email={typedText(typed, 'email') ?? ''} />}
      <OtherWays ways={ways} />
    </FormCard>
  )
  return { title: t('Sign in'), frame: 'narrow', content }
}

/** Button for people who know the password, but have lost the email that confirms the address. */
function SendAgain({ email }: { email: string }) {
  return (
    <form method="post" action="/auth/verify-email">
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="btn w-full" data-variant="outline">
        {t('Send the email again')}
      </button>
    </form>
  )
}
