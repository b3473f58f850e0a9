/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from 'lintel/kit'
import { Field, FormCard, t } from 'lintel/ui'
import { LINK_SENT } from './request-link.ts'

interface AskProps {
  readonly email?: string | undefined
  /** Where to go afterwards, as the request named it. */
  readonly redirect?: string | undefined
  readonly error?: string | undefined
}

/** The page where people ask for a link. */
export function showAskPage(c: RequestContext, props: AskProps, status: 200 | 404 | 422 | 429 = 200) {
  const title = t('Sign in by email')
  const page = (
    <FormCard
      title={title}
      description={t('We send you a link that signs you in. No password needed.')}
      footer={<WithPassword redirect={props.redirect} />}
    >
      <AskForm {...props} />
    </FormCard>
  )
  return c.render(page, { title, frame: 'narrow', status })
}

/** Says the same whoever asked. */
export function showSentPage(c: RequestContext) {
  const title = t('Check your email')
  const page = (
    <FormCard title={title} description={t(LINK_SENT)} footer={<a href="/auth/login">{t('Back to sign-in')}</a>} />
  )
  return c.render(page, { title, frame: 'narrow' })
}

/** What a link shows that does not work, with the way to a new one. */
export function showRefusedPage(c: RequestContext, { redirect, error }: AskProps, status: 401 | 429) {
  const title = t('This link does not work')
  const page = (
    <FormCard title={title} description={error} footer={<WithPassword redirect={redirect} />}>
      <AskForm redirect={redirect} />
    </FormCard>
  )
  return c.render(page, { title, frame: 'narrow', status })
}

/** What a browser gets that looks ahead: should it show this after all, one click goes on. */
export function showContinuePage(
  c: RequestContext,
  { token, redirect }: { token: string; redirect?: string | undefined },
) {
  const title = t('Sign in')
  const page = (
    <FormCard title={title} description={t('Your link is here.')}>
      <form action="/auth/magic-link/verify">
        <input type="hidden" name="token" value={token} />
        {redirect !== undefined && <input type="hidden" name="redirect" value={redirect} />}
        <button type="submit" class="btn w-full">
          {t('Sign in')}
        </button>
      </form>
    </FormCard>
  )
  return c.render(page, { title, frame: 'narrow' })
}

function AskForm({ email, redirect, error }: AskProps) {
  return (
    <form method="post" action="/auth/magic-link/request" class="flex flex-col gap-6">
      {redirect !== undefined && <input type="hidden" name="redirect" value={redirect} />}
      <Field id="email" label={t('Email')} error={error ?? null}>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength={320}
          value={email}
          aria-invalid={error === undefined ? undefined : 'true'}
          aria-describedby={error === undefined ? undefined : 'email-note'}
        />
      </Field>
      <button type="submit" class="btn w-full">
        {t('Email me a link')}
      </button>
    </form>
  )
}

function WithPassword({ redirect }: { redirect: string | undefined }) {
  const query = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
  return <a href={`/auth/login${query}`}>{t('Sign in with a password')}</a>
}
