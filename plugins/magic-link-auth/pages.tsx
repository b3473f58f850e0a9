/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { errorAt, Field, FormCard, Refusal, t, typedIn } from 'lintel/ui'

interface Query {
  readonly token?: string
  /** Address to go to after signing in, as the request gave it. */
  readonly redirect?: string | undefined
}

/** Page where people request a link. */
export default function askPage(_c: RequestContext, { query, refused }: Shown<unknown, Query>): Page {
  const title = t('Sign in by email')
  const redirect = typedIn(refused, 'redirect') ?? query.redirect
  const content = (
    <FormCard
      title={title}
      description={t('We send you a link that signs you in. No password needed.')}
      footer={<WithPassword redirect={redirect} />}
    >
      <Refusal problem={refused?.problem} shown={['email']} />
      <AskForm redirect={redirect} refused={refused} />
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}

/** Page that says that a link was sent, whether or not there is an account. */
export function sentPage(_c: RequestContext, { result }: Shown<{ readonly message: string }>): Page {
  const title = t('Check your email')
  const content = (
    <FormCard title={title} description={result.message} footer={<a href="/auth/login">{t('Back to sign-in')}</a>} />
  )
  return { title, frame: 'narrow', content }
}

/** Page for a link that does not work, with a way to request a new one. */
export function refusedPage(_c: RequestContext, { query, refused }: Shown<undefined, Query | undefined>): Page {
  const title = t('This link does not work')
  const problem = refused?.problem
  const content = (
    <FormCard
      title={title}
      description={problem && (problem.detail ?? t(problem.title))}
      footer={<WithPassword redirect={query?.redirect} />}
    >
      <AskForm redirect={query?.redirect} refused={null} />
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}

/** Page for a browser that merely prefetches the link: a person who sees the page continues with one click. */
export function aheadPage(_c: RequestContext, { query: { token, redirect } }: Shown<undefined, Query>): Page {
  const title = t('Sign in')
  const content = (
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
  return { title, frame: 'narrow', content }
}

function AskForm({ redirect, refused }: { redirect: string | undefined; refused: Refused | null }) {
  const error = errorAt(refused?.problem, 'email')
  return (
    <form method="post" action="/auth/magic-link/request" class="flex flex-col gap-6">
      {redirect !== undefined && <input type="hidden" name="redirect" value={redirect} />}
      <Field id="email" label={t('Email')} error={error}>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          data-max={320}
          value={typedIn(refused, 'email')}
          aria-invalid={error === null ? undefined : 'true'}
          aria-describedby={error === null ? undefined : 'email-note'}
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
