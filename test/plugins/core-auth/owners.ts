import { expect, vi } from 'vitest'
import type { Answer, Service } from '../../harness/service.ts'
import { codeOf } from './authenticator-app.ts'
import type { startProvider } from './identity-provider.ts'
import { type Mail, mailsTo } from './mailbox.ts'
import { type Authenticator, ORIGIN } from './passkey.ts'
import { bearer, cookiesOf, freshAddress, login, PASSWORD } from './people.ts'

/** The service of a test with all that can be asked of it. */
export interface World {
  readonly service: Service
  readonly provider: Awaited<ReturnType<typeof startProvider>>
  /** Token of an administrator. */
  readonly admin: string
}

export interface Session {
  readonly token: string
  readonly refreshToken: string
}

/** As much of the world as accounts need that sign in by no provider. */
export type Host = Pick<World, 'service'>

/** Somebody who has registered an account. */
export interface Owner {
  readonly id: string
  email: string
  password: string | null
  readonly session: Session
  readonly other: Session
  /** The cookie of the browser that registered. */
  readonly registration: string
  /** Secret of the authenticator app that is on. */
  secret?: string
  recoveryCodes?: readonly string[]
}

let owners = 0

/** Registers somebody, who confirms the address, is made an editor and signs in twice. */
export async function newOwner({ service }: Host): Promise<Owner> {
  owners += 1
  const email = `owner-${owners}@example.com`
  const registered = await post(service, '/auth/register', { email, password: PASSWORD })
  const registration = `registration=${cookiesOf(registered).registration?.value}`
  await service.sql(`UPDATE users SET email_verified = 1, role = 'editor' WHERE email = ?`, email)
  const [session, other] = [(await login(service, email)).body, (await login(service, email)).body]
  return { id: session.user.id, email, password: PASSWORD, session, other, registration }
}

export function post(
  { json }: Pick<Service, 'json'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return json(path, { method: 'POST', body, headers: { 'cf-connecting-ip': freshAddress(), ...headers } })
}

/** Acts as an owner, by one of their sessions. */
export const as = (session: Session) => bearer(session.token)

/** Does what has a mail sent to an address; returns that mail. */
export async function mailOf(
  { service }: Host,
  email: string,
  template: string,
  ask: () => Promise<unknown>,
): Promise<Mail> {
  const sent = async () => (await mailsTo(service, email)).filter((mail) => mail.template === template)
  const { length } = await sent()
  await ask()
  await vi.waitUntil(async () => (await sent()).length > length, { interval: 5, timeout: 60_000 })
  const [mail] = await sent()
  return mail ?? { template: '', body: '' }
}

/** The challenge of a sign-in by password. */
export async function challengeOf(world: Host, owner: Owner): Promise<string | undefined> {
  const answer = owner.password === null ? undefined : await login(world.service, owner.email, owner.password)
  return answer?.body.challengeToken
}

export const otp = ({ service }: Host, challengeToken: string, code: string) =>
  post(service, '/api/auth/otp', { challengeToken, code })

/** Sets an authenticator app up, in place of another one where there is one. */
export async function turnAppOn({ service }: Host, owner: Owner, session = owner.session): Promise<void> {
  const { body } = await post(service, '/api/auth/second-factor/app', {}, as(session))
  const code = await codeOf(body.secret)
  const on = await post(service, '/api/auth/second-factor/app/confirm', { setup: body.setup, code }, as(session))
  expect(on.status).toBe(200)
  owner.secret = body.secret
  owner.recoveryCodes = on.body.recoveryCodes
}

/** Asks at the host name to which passkeys belong. */
export async function atHost({ service }: Host, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await service.fetchAs(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': freshAddress(), ...headers },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  return { status: answer.status, cookies: cookiesOf(answer), body: (await answer.json()) as any }
}

/** Begins to add a passkey; returns what ends it. */
export async function beginPasskey(world: Host, session: Session, authenticator: Authenticator) {
  const { body } = await atHost(world, '/api/auth/passkeys/options', {}, as(session))
  const made = { state: body.state, credential: authenticator.make(body.options.challenge), name: 'Laptop' }
  return () => atHost(world, '/api/auth/passkeys', made, as(session))
}

/** Begins to sign in by a passkey; returns what ends it. */
export async function beginPasskeySignIn(world: Host, authenticator: Authenticator) {
  const { body, cookies } = await atHost(world, '/api/auth/passkeys/sign-in/options', {})
  const answer = { state: body.state, credential: authenticator.sign(body.options.challenge, 0) }
  return () => atHost(world, '/api/auth/passkeys/sign-in', answer, { cookie: `passkey=${cookies.passkey?.value}` })
}

/** Goes to the provider as a person there; returns the way back. */
export async function beginAtProvider(
  { service, provider }: Pick<World, 'service' | 'provider'>,
  person: { sub: string; email: string },
) {
  const answer = await service.fetch('/auth/oidc/acme')
  const cookie = `oidc=${cookiesOf(answer).oidc?.value}`
  const back = provider.approve(answer.headers.get('location') ?? '', { ...person, email_verified: true })
  return () =>
    service.fetch(back.pathname + back.search, {
      headers: { cookie, accept: 'text/html', 'cf-connecting-ip': freshAddress() },
    })
}
