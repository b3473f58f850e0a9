/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import type { Problem } from '../../../ground/problem.ts'
import {
  callApi,
  expandPermissions,
  findService,
  manifestOf,
  message,
  permissionsOf,
  type RequestContext,
} from '../../../runtime/kit.ts'
import { Alert, PageHeader, t } from '../../../ui/index.ts'
import { readUser } from '../users/find-users.ts'
import { AT_ONCE, type Listed, NOTHING, type Pages } from './listed.tsx'
import type { NewToken } from './made-token.ts'
import { Names } from './names-card.tsx'
import { type Passkey, Passkeys } from './passkeys-card.tsx'
import { Password } from './password-card.tsx'
import { SecondFactor, type SecondFactorState } from './second-factor-card.tsx'
import { type Session, Sessions } from './sessions-card.tsx'
import { type Token, Tokens } from './tokens-card.tsx'

const DONE = {
  names: message('Your name has been saved'),
  password: message('Your password has been changed; your other sessions have ended'),
  passkey: message('The passkey has been added'),
  'passkey-renamed': message('The passkey has been renamed'),
  'passkey-removed': message('The passkey has been removed'),
  factor: message('Your second factor has been changed'),
  sessions: message('The session has ended'),
  others: message('Your other sessions have ended'),
  tokens: message('The token has been revoked'),
} as const

type Profile = Shown<
  { readonly data: NewToken } | undefined,
  (Pages & { readonly done?: Done | undefined }) | undefined
>
type Done = keyof typeof DONE

/** Page of the caller's own account: names, password, second factor, sessions and API tokens. */
export default async function profilePage(c: RequestContext, { result, query, refused }: Profile): Promise<Page> {
  const id = String(c.get('user')?.id)
  const { done, ...pages } = query ?? { sessions: 1, tokens: 1 }
  const part = (page: number) => `page=${page}&limit=${AT_ONCE}`
  const [user, sessionsAsked, tokensAsked, factorAsked, passkeysAsked, accounts] = await Promise.all([
    readUser(c, id),
    callApi(c, `/api/auth/sessions?${part(pages.sessions)}`),
    callApi(c, `/admin/auth/tokens?userId=${encodeURIComponent(id)}&${part(pages.tokens)}`),
    callApi(c, '/api/auth/second-factor'),
    callApi(c, '/api/auth/passkeys'),
    findService(c, 'accounts'),
  ])
  const sessions: Listed<Session> = sessionsAsked.ok ? sessionsAsked.body : NOTHING
  const tokens: Listed<Token> = tokensAsked.ok ? tokensAsked.body : NOTHING
  const factor: SecondFactorState = factorAsked.ok ? factorAsked.body : { method: 'none', recoveryCodes: 0 }
  const passkeys: readonly Passkey[] = passkeysAsked.ok ? passkeysAsked.body.data : []
  const needsPassword = (await accounts?.needsPassword()) ?? false
  const permissions = permissionsOf(c, user.role)
  // The page has several forms with different addresses.
  const refusedAt = (path: string) => (c.req.path === path ? refused : null)
  const content = (
    <>
      <PageHeader title={t('Your profile')} description={`${user.email}, ${user.role}`} />
      {done && <Alert kind="success" title={t(DONE[done])} />}
      {refused && <Alert kind="error" title={inOneLine(refused.problem)} />}
      {result && (
        <Alert kind="note" title={t('Copy the token now: it is not shown again')}>
          <code class="select-all wrap-anywhere">{result.data.token}</code>
        </Alert>
      )}
      <Names user={user} refused={refusedAt('/admin/profile')} />
      <Password hasTokens={tokens.pagination.total > 0} />
      <Passkeys passkeys={passkeys} needsPassword={needsPassword} />
      <SecondFactor state={factor} needsPassword={needsPassword} />
      <Sessions sessions={sessions} pages={pages} />
      <Tokens
        tokens={tokens}
        pages={pages}
        needsPassword={needsPassword}
        scopes={[...new Set([...permissions, ...expandPermissions(permissions, manifestOf(c).roles)])].sort()}
        refused={refusedAt('/admin/profile/tokens')}
      />
    </>
  )
  return { title: t('Your profile'), content }
}

/** Labels of the values that may be rejected. */
const LABELS: Readonly<Record<string, string>> = {
  apiTokens: message('API tokens'),
  currentPassword: message('Current password'),
  expiresAt: message('Ends on'),
  firstName: message('First name'),
  lastName: message('Last name'),
  name: message('Name'),
  password: message('Password'),
  scopes: message('Permissions'),
  username: message('Username'),
}

/** Describes an error in one line. */
function inOneLine({ title, detail, errors = [] }: Problem): string {
  if (errors.length === 0) return detail ?? t(title)
  return errors.map(({ path, message: why }) => `${t(LABELS[path.split('.')[0] ?? ''] ?? path)}: ${why}`).join(' ')
}
