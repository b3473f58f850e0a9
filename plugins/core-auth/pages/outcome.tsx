/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { FormCard, t } from 'lintel/ui'

/** The result of a form, in words. */
export interface Outcome {
  readonly message: string
}

/** Page that says that an email is on its way, with a link back. */
export function mailPage(_c: RequestContext, { result }: Shown<Outcome>): Page {
  const content = (
    <FormCard title={t('Check your email')} description={result.message}>
      <a href="/auth/login" class="btn w-full" data-variant="outline">
        {t('Back to sign-in')}
      </a>
    </FormCard>
  )
  return { title: t('Check your email'), frame: 'narrow', content }
}

/** Page that says that the action is done, with a link to continue. */
export function donePage(_c: RequestContext, { result }: Shown<Outcome>): Page {
  return notePage(t('Done'), result.message)
}

/** Returns a page that reports a result, with a link to continue. */
export function notePage(title: string, text: string): Page {
  const content = (
    <FormCard title={title} description={text}>
      <a href="/auth/login" class="btn w-full">
        {t('Sign in')}
      </a>
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}
