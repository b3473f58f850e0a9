/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { FormCard, Refusal, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link, withRedirect } from './link.tsx'
import { typedText } from './typed-text.ts'

/** Outcome of a sign-in: a challenge if the account has a second factor. */
type Outcome = object | undefined
type Query = { readonly redirect?: string | undefined } | undefined

/** The page that asks for the code of the second factor. */
export default function codePage(_c: RequestContext, { result, query, typed, refused }: Shown<Outcome, Query>): Page {
  const challengeToken = result !== undefined && 'challengeToken' in result ? String(result.challengeToken) : undefined
  const challenge = result !== undefined && 'challenge' in result ? result.challenge : typedText(typed, 'challenge')
  return pageOf({
    challengeToken: challengeToken ?? typedText(typed, 'challengeToken'),
    challenge,
    redirect: typedText(typed, 'redirect') ?? query?.redirect,
    refused,
  })
}

/** The page that asks for the code of the second factor, after a sign-in whose result contains the address to go to. */
export function broughtPage(
  _c: RequestContext,
  { result }: Shown<{ readonly redirect: string | undefined } | Challenged, unknown>,
): Page {
  const { challengeToken, challenge } = result as Challenged // callers who are signed in are redirected
  return pageOf({ challengeToken, challenge, redirect: result.redirect, refused: null })
}

interface Challenged {
  readonly challenge: string
  readonly challengeToken: string
  readonly redirect: string | undefined
}

interface CodeProps {
  readonly challengeToken: string | undefined
  readonly challenge: unknown
  readonly redirect: string | undefined
  readonly refused: Refused | null
}

function pageOf({ challengeToken, challenge, redirect, refused }: CodeProps): Page {
  const isApp = challenge === 'totp'
  const content = (
    <FormCard
      title={t('Enter the code')}
      description={
        isApp
          ? t('Enter the six digits that your authenticator app shows, or a recovery code.')
          : t('Six digits are on their way to your email address. They work for ten minutes.')
      }
      footer={<Link href={withRedirect('/auth/login', redirect)}>{t('Start again')}</Link>}
    >
      <Refusal problem={refused?.problem} shown={[]} />
      <Form
        action="/auth/otp"
        submit={t('Sign in')}
        hidden={{ challengeToken, redirect, challenge: isApp ? 'totp' : undefined }}
      >
        <div class="field">
          <label for="code">{t('Code')}</label>
          <input
            id="code"
            name="code"
            type="text"
            class={`text-center font-mono text-lg ${isApp ? 'tracking-widest' : 'tracking-[0.4em]'}`}
            inputmode={isApp ? 'text' : 'numeric'}
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
            pattern={isApp ? undefined : '\\s*[0-9]{6}\\s*'}
            title={isApp ? undefined : t('six digits')}
            data-max={40}
            required
            autofocus
          />
        </div>
      </Form>
    </FormCard>
  )
  return { title: t('Enter the code'), frame: 'narrow', content }
}
