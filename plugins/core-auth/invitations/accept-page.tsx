/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import { manifestOf, type RequestContext, settingsOf } from 'lintel/kit'
import { FormCard, Icon, Refusal, Time, t } from 'lintel/ui'
import { deviceName } from '../device-name.ts'
import { labelOf } from '../oidc-settings.ts'
import { Form } from '../pages/form.tsx'
import { Link } from '../pages/link.tsx'
import { NameFields } from '../pages/name-fields.tsx'
import { OtherWays } from '../pages/other-ways.tsx'
import { PasswordField } from '../pages/password-field.tsx'
import { typedText } from '../pages/typed-text.ts'
import { settings } from '../settings.ts'
import { openInvitation } from './accept.ts'
import { type InvitationObject, invitationObject } from './objects.ts'

interface Query {
  readonly token: string
}

/** The page where somebody accepts an invitation. */
export default function acceptPage(
  c: RequestContext,
  { result, query }: Shown<{ readonly data: InvitationObject }, Query>,
): Page {
  return pageOf(c, { invitation: result.data, token: query.token, refused: null })
}

/** Page after the form of an invitation was refused; if the invitation has ended, the page says only that. */
export async function refusedPage(c: RequestContext, { typed, refused }: Shown<undefined, unknown>): Promise<Page> {
  const token = typedText(typed, 'token') ?? ''
  const found = await openInvitation(c, token).catch(() => null)
  if (found === null) return endedPage(refused)
  return pageOf(c, { invitation: invitationObject(found.row, found.inviter), token, refused })
}

/** Page for a browser that merely prefetches the link: a person who sees the page continues with one click. */
export function aheadPage(_c: RequestContext, { query }: Shown<undefined, Query | undefined>): Page {
  const title = t('You are invited')
  const content = (
    <FormCard title={title} description={t('Your link is here.')}>
      <form action="/auth/invitation">
        <input type="hidden" name="token" value={query?.token} />
        <button type="submit" class="btn w-full">
          {t('View the invitation')}
        </button>
      </form>
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}

/** Page of a link that does not work. */
export function gonePage(_c: RequestContext, { refused }: Shown<undefined, unknown>): Page {
  return endedPage(refused)
}

function endedPage(refused: Refused | null): Page {
  const title = t('This invitation does not work')
  const { detail, title: problem = '' } = refused?.problem ?? {}
  const content = (
    <FormCard title={title} description={detail ?? t(problem)}>
      <a href="/auth/login" class="btn w-full" data-variant="outline">
        {t('Back to sign-in')}
      </a>
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}

interface AcceptProps {
  readonly invitation: InvitationObject
  readonly token: string
  readonly refused: Refused | null
}

function pageOf(c: RequestContext, { invitation, token, refused }: AcceptProps): Page {
  const { email, role, invitedBy, expiresAt, firstName, lastName } = invitation
  const site = manifestOf(c).name
  const title = t('Join {site}', { site })
  const providers = settingsOf(c, settings).oidc.filter(({ linkAccounts }) => linkAccounts)
  const typedFirst = refused ?? { typed: { firstName: firstName ?? '', lastName: lastName ?? '' }, problem: NO_PROBLEM }
  const content = (
    <FormCard
      title={title}
      description={
        invitedBy === null
          ? t('You are invited to join with the role {role}.', { role })
          : t('{inviter} invites you to join with the role {role}.', { inviter: invitedBy, role })
      }
      footer={
        <>
          <p class="text-muted-foreground">
            {t('The invitation expires')} <Time at={expiresAt} />
          </p>
          <Link href="/auth/login">{t('Have an account?')}</Link>
        </>
      }
    >
      <Refusal problem={refused?.problem} shown={['password', 'firstName', 'lastName']} />
      {/* The address keeps the token, so that the page can be loaded again after a refusal. */}
      <Form
        action={`/auth/invitation?${new URLSearchParams({ token })}`}
        submit={t('Accept the invitation')}
        hidden={{ token, state: '', credential: '', passkeyName: '' }}
        behaviour="invitation"
      >
        <div class="field">
          <label for="email">{t('Email')}</label>
          <input id="email" type="email" value={email} autocomplete="username" readonly />
        </div>
        <NameFields refused={typedFirst} />
        <PasswordField label={t('Password')} isNew refused={refused} />
      </Form>
      <PasskeyInstead name={deviceName(c.req.header('user-agent') ?? null)} />
      <OtherWays
        ways={providers.map((provider) => ({
          label: t('Sign in with {provider}', { provider: labelOf(provider) }),
          path: `/auth/oidc/${provider.name}`,
        }))}
      />
    </FormCard>
  )
  return { title, frame: 'narrow', content }
}

const NO_PROBLEM = { status: 200, code: '', title: '', detail: undefined, message: '', errors: undefined } as const

/** Button that accepts with a passkey instead of a password; a script shows it in browsers that support passkeys. */
function PasskeyInstead({ name }: { readonly name: string }) {
  return (
    <div class="flex flex-col gap-3" data-passkey="invitation" hidden>
      <p
        role="alert"
        class="text-sm text-destructive"
        data-failed={t('The browser did not create a passkey. Try again, or choose a password.')}
        hidden
      />
      <button type="button" class="btn w-full" data-variant="outline" data-name={name}>
        <Icon name="key-round" />
        {t('Use a passkey instead of a password')}
      </button>
    </div>
  )
}
