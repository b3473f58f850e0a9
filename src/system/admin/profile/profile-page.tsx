/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { Page, Problem, Refused, Shown } from '../../../config/route.ts'
import {
  callApi,
  expandPermissions,
  findService,
  manifestOf,
  message,
  permissionsOf,
  type RequestContext,
} from '../../../runtime/kit.ts'
import { Alert, Badge, Card, Field, PageHeader, Pager, Time, t, typedIn } from '../../../ui/index.ts'
import { readUser } from '../users/find-users.ts'
import type { AdminUser } from '../users/user-object.ts'
import type { NewToken } from './made-token.ts'

interface Pages {
  readonly sessions: number
  readonly tokens: number
}

/** Entries of a list on a page. */
const AT_ONCE = 10

interface Listed<Entry> {
  readonly data: readonly Entry[]
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

const NOTHING = { data: [], pagination: { page: 1, total: 0, totalPages: 0 } } as const

interface Session {
  readonly id: string
  readonly lastSeenAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

const DONE = {
  names: message('Your name has been saved'),
  password: message('Your password has been changed; your other sessions have ended'),
  factor: message('Your second factor has been changed'),
  sessions: message('The session has ended'),
  tokens: message('The token has been revoked'),
} as const

type Profile = Shown<
  { readonly data: NewToken } | undefined,
  (Pages & { readonly done?: Done | undefined }) | undefined
>
type Done = keyof typeof DONE

/** The caller's own account: names, password, second factor, sessions and API tokens. */
export default async function profilePage(c: RequestContext, { result, query, refused }: Profile): Promise<Page> {
  const id = String(c.get('user')?.id)
  const { done, ...pages } = query ?? { sessions: 1, tokens: 1 }
  const part = (page: number) => `page=${page}&limit=${AT_ONCE}`
  const [user, sessionsAsked, tokensAsked, accounts] = await Promise.all([
    readUser(c, id),
    callApi(c, `/api/auth/sessions?${part(pages.sessions)}`),
    callApi(c, `/admin/auth/tokens?userId=${encodeURIComponent(id)}&${part(pages.tokens)}`),
    findService(c, 'accounts'),
  ])
  const sessions: Listed<Session> = sessionsAsked.ok ? sessionsAsked.body : NOTHING
  const tokens: Listed<Token> = tokensAsked.ok ? tokensAsked.body : NOTHING
  const held = permissionsOf(c, user.role)
  // Several forms stand here, each with an address of its own.
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
      <SecondFactor isOn={user.secondFactor} />
      <Sessions sessions={sessions} pages={pages} />
      <Tokens
        tokens={tokens}
        pages={pages}
        needsPassword={(await accounts?.needsPassword()) ?? false}
        scopes={[...new Set([...held, ...expandPermissions(held, manifestOf(c).roles)])].sort()}
        refused={refusedAt('/admin/profile/tokens')}
      />
    </>
  )
  return { title: t('Your profile'), content }
}

/** What the forms call the values that may be refused. */
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

/** What went wrong, in one line. */
function inOneLine({ title, detail, errors = [] }: Problem): string {
  if (errors.length === 0) return detail ?? t(title)
  return errors.map(({ path, message: why }) => `${t(LABELS[path.split('.')[0] ?? ''] ?? path)}: ${why}`).join(' ')
}

function Names({ user, refused }: { user: AdminUser; refused: Refused | null }) {
  const value = (name: 'username' | 'firstName' | 'lastName') => typedIn(refused, name) ?? user[name] ?? ''
  return (
    <Card title={t('Names')}>
      <form method="post" action="/admin/profile" class="grid max-w-xl gap-4">
        <Text name="username" label={t('Username')} value={value('username')} required max={64} />
        <Text name="firstName" label={t('First name')} value={value('firstName')} autocomplete="given-name" />
        <Text name="lastName" label={t('Last name')} value={value('lastName')} autocomplete="family-name" />
        <Submit>{t('Save names')}</Submit>
      </form>
    </Card>
  )
}

function Password({ hasTokens }: { hasTokens: boolean }) {
  return (
    <Card title={t('Password')} description={t('Changing it ends your other sessions.')}>
      <form method="post" action="/admin/profile/password" class="grid max-w-xl gap-4">
        <Text
          name="currentPassword"
          label={t('Current password')}
          type="password"
          autocomplete="current-password"
          required
        />
        <Text name="password" label={t('New password')} type="password" autocomplete="new-password" required />
        {hasTokens && <TokensOrNot />}
        <Submit>{t('Change password')}</Submit>
      </form>
    </Card>
  )
}

/** Asks what becomes of the API tokens, so that neither a program nor a thief is overlooked. */
function TokensOrNot() {
  const choices = [
    ['end', t('End them: somebody else may know my password')],
    ['keep', t('Keep them: programs continue to work')],
  ] as const
  return (
    <fieldset class="grid gap-2">
      <legend class="mb-2 text-sm font-medium">{t('Your API tokens')}</legend>
      {choices.map(([value, label]) => (
        <label class="flex min-h-6 items-center gap-2 text-sm">
          <input type="radio" class="input" name="apiTokens" value={value} required />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  return (
    <Card
      title={t('Second factor')}
      description={
        isOn ? t('A code by email at each sign-in. It is on.') : t('A code by email at each sign-in. It is off.')
      }
    >
      <form method="post" action="/admin/profile/second-factor" class="grid max-w-xl gap-4">
        <input type="hidden" name="enabled" value={String(!isOn)} />
        <Text
          name="password"
          id="factor-password"
          label={t('Your password')}
          type="password"
          autocomplete="current-password"
          required
        />
        <Submit>{isOn ? t('Turn off') : t('Turn on')}</Submit>
      </form>
    </Card>
  )
}

function Sessions({ sessions, pages }: { sessions: Listed<Session>; pages: Pages }) {
  return (
    <Card title={t('Where you are signed in')}>
      <div class="grid gap-6">
        <ul class="grid gap-4 text-sm">
          {sessions.data.map(({ id, lastSeenAt, ipAddress, userAgent, current }) => (
            <li class="flex flex-wrap items-center justify-between gap-2">
              <div class="min-w-0">
                <div class="truncate">{userAgent ?? t('Unknown program')}</div>
                <div class="text-muted-foreground">
                  {ipAddress ?? t('unknown address')} · {t('last seen')} <Time at={lastSeenAt} />
                </div>
              </div>
              {current ? (
                <Badge>{t('this session')}</Badge>
              ) : (
                <form method="post" action={`/admin/profile/sessions/${id}/end`}>
                  <Submit variant="outline">{t('End')}</Submit>
                </form>
              )}
            </li>
          ))}
        </ul>
        <ListPager {...sessions.pagination} address={(page) => addressOf({ ...pages, sessions: page })} />
      </div>
    </Card>
  )
}

function ListPager({ page, totalPages, address }: Listed<never>['pagination'] & { address: (page: number) => string }) {
  if (totalPages < 2) return null
  return (
    <Pager
      previous={page > 1 ? address(page - 1) : null}
      next={page < totalPages ? address(page + 1) : null}
      position={t('Page {page} of {pages}', { page, pages: totalPages })}
    />
  )
}

function addressOf({ sessions, tokens }: Pages): string {
  return `/admin/profile?sessions=${sessions}&tokens=${tokens}`
}

interface TokensProps {
  readonly tokens: Listed<Token>
  readonly pages: Pages
  /** True where making one takes the password, since signing in is too long ago. */
  readonly needsPassword: boolean
  /** Permissions that the caller holds. */
  readonly scopes: readonly string[]
  readonly refused: Refused | null
}

function Tokens({ tokens: { data: tokens, pagination }, pages, needsPassword, scopes, refused }: TokensProps) {
  const chosen = new Set([refused?.typed.scopes].flat())
  return (
    <Card
      title={t('API tokens')}
      description={t('For programs that act in your name. A token never exceeds your role.')}
    >
      <div class="grid gap-6">
        {tokens.length > 0 && (
          <ul class="grid gap-4 text-sm">
            {tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => (
              <li class="flex flex-wrap items-center justify-between gap-2">
                <div class="min-w-0">
                  <strong class="font-medium">{name}</strong> <code>{scopes.join(' ')}</code>
                  <div class="text-muted-foreground">
                    {t('last used')} <Time at={lastUsedAt} /> · {t('ends')}{' '}
                    {expiresAt === null ? t('never') : <Time at={expiresAt} />}
                  </div>
                </div>
                <form method="post" action={`/admin/profile/tokens/${id}/revoke`}>
                  <Submit variant="outline">{t('Revoke')}</Submit>
                </form>
              </li>
            ))}
          </ul>
        )}
        <ListPager {...pagination} address={(page) => addressOf({ ...pages, tokens: page })} />
        <form method="post" action="/admin/profile/tokens" class="grid max-w-xl gap-4">
          <Text name="name" label={t('Name')} value={typedIn(refused, 'name')} required />
          <fieldset class="grid gap-2">
            <legend class="mb-2 text-sm font-medium">{t('Permissions')}</legend>
            <div class="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              {scopes.map((scope) => (
                <label class="flex min-h-6 items-center gap-2 text-sm">
                  <input type="checkbox" class="input" name="scopes" value={scope} checked={chosen.has(scope)} />
                  {scope}
                </label>
              ))}
            </div>
          </fieldset>
          <Text name="expiresAt" label={t('Ends on (optional)')} type="date" value={typedIn(refused, 'expiresAt')} />
          {needsPassword && (
            <Text
              name="password"
              id="token-password"
              label={t('Your password')}
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          <Submit>{t('Create a token')}</Submit>
        </form>
      </div>
    </Card>
  )
}

interface TextProps {
  readonly name: string
  readonly label: string
  /** Default: `profile-<name>`. */
  readonly id?: string
  readonly type?: 'text' | 'password' | 'date'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly required?: boolean
  /** Characters. Default 256 for a password, else 100. */
  readonly max?: number
}

function Text(props: TextProps) {
  const { name, label, id = `profile-${name}`, type = 'text', value = '', autocomplete = 'off' } = props
  const { required = false, max = type === 'password' ? 256 : 100 } = props
  return (
    <Field id={id} label={label} required={required}>
      <input
        id={id}
        class="input"
        name={name}
        type={type}
        value={value}
        autocomplete={autocomplete}
        required={required}
        maxlength={max}
      />
    </Field>
  )
}

function Submit({ variant, children }: PropsWithChildren<{ variant?: 'outline' }>) {
  return (
    <div>
      <button type="submit" class="btn" data-variant={variant}>
        {children}
      </button>
    </div>
  )
}
