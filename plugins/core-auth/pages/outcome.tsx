import { FormCard } from 'lintel/ui'
import { Form } from './form.tsx'
import type { Page } from './page.ts'

/** Says how something ended, and leads on. */
export function notePage(title: string, text: string): Page {
  const content = (
    <FormCard title={title} description={text}>
      <a href="/auth/login" class="btn w-full">
        Sign in
      </a>
    </FormCard>
  )
  return { title, content }
}

/** Says that a mail is on its way, and leads back. */
export function mailPage(text: string): Page {
  const content = (
    <FormCard title="Look into your mail" description={text}>
      <a href="/auth/login" class="btn w-full" data-variant="outline">
        Back to signing in
      </a>
    </FormCard>
  )
  return { title: 'Look into your mail', content }
}

/** Asks somebody whom another site sent here whether signing out is meant. */
export function logoutPage(): Page {
  const content = (
    <FormCard title="Sign out?" description="You can sign in again at any time.">
      <Form action="/auth/logout" submit="Sign out" />
    </FormCard>
  )
  return { title: 'Sign out?', content }
}
