/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import { message, type RequestContext } from 'lintel/kit'
import { FormCard, Refusal, t } from 'lintel/ui'
import { Form } from './form.tsx'
import { Link } from './link.tsx'
import { PasswordField } from './password-field.tsx'
import { typedText } from './typed-text.ts'

interface Query {
  readonly token: string
}

/** Page for setting a password, to which the link in an email leads. */
export default function resetPage(_c: RequestContext, { query, typed, refused }: Shown<unknown, Query>): Page {
  const why = typedText(typed, 'why')
  return resetForm({
    token: typedText(typed, 'token') ?? query.token,
    why: why === 'confirmed' ? why : undefined,
    refused,
  })
}

interface ResetProps {
  readonly token: string
  /** Reason for setting a password; `undefined` for a forgotten one. */
  readonly why: 'confirmed' | undefined
  readonly refused: Refused | null
}

export function resetForm({ token, why, refused }: ResetProps): Page {
  const { title, description, submit } = WORDS[why ?? 'forgotten']
  const content = (
    <FormCard
      title={t(title)}
      description={t(description)}
      footer={<Link href="/auth/forgot-password">{t('Send another link')}</Link>}
    >
      <Refusal problem={refused?.problem} shown={['password']} />
      <Form action="/auth/reset-password" submit={t(submit)} hidden={{ token, why }}>
        <PasswordField label={t('New password')} isNew refused={refused} />
      </Form>
    </FormCard>
  )
  return { title: t(title), frame: 'narrow', content }
}

const WORDS = {
  forgotten: {
    title: message('Set a new password'),
    description: message('This signs you out everywhere else, revokes your API tokens and removes your passkeys.'),
    submit: message('Set the password'),
  },
  confirmed: {
    title: message('Your address is confirmed'),
    description: message(
      'Now choose a password. Any password chosen before no longer works, since somebody else may have chosen it.',
    ),
    submit: message('Set the password'),
  },
} as const
