/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { FormCard, t } from 'lintel/ui'
import { notePage, type Outcome } from './outcome.tsx'
import { resetForm } from './reset.tsx'

interface Verified extends Outcome {
  readonly passwordToken?: string | undefined
}

type Query = { readonly token: string } | undefined

/** Page that says that an address is confirmed, with a form for a new password if the previous one no longer works. */
export default function verifiedPage(_c: RequestContext, { result, refused }: Shown<Verified>): Page {
  const { message, passwordToken: token } = result
  return token === undefined ? notePage(t('Thank you'), message) : resetForm({ token, why: 'confirmed', refused })
}

/** Page for a link that was refused. It leads to the sign-in page, which can send another one. */
export function refusedPage(_c: RequestContext, { refused }: Shown<undefined, Query>): Page {
  const { code, detail = '', title = '' } = refused?.problem ?? {}
  return notePage(code === 'invalid_token' ? t('This link does not work') : t(title), detail)
}

/** Page for a browser that merely prefetches the link: a person who sees the page continues with one click. */
export function aheadPage(_c: RequestContext, { query }: Shown<undefined, Query>): Page {
  const content = (
    <FormCard title={t('Confirm your address')} description={t('Your link is here.')}>
      <form action="/auth/verify-email">
        <input type="hidden" name="token" value={query?.token} />
        <button type="submit" class="btn w-full">
          {t('Confirm the address')}
        </button>
      </form>
    </FormCard>
  )
  return { title: t('Confirm your address'), frame: 'narrow', content }
}
