import type { Service } from '../../harness/service.ts'
import { addUser, bearer, freshAddress, login, PASSWORD } from '../../plugins/core-auth/people.ts'

/** Somebody who asks. */
export interface Caller {
  /** `anonymous`, a role, `admin by cookie`, or `token content.edit`. */
  readonly name: string
  readonly headers: readonly (readonly [string, string])[]
}

/** A kind of caller, and how one comes to be. */
interface CallerKind {
  readonly name: string
  readonly make: (service: Service) => Promise<Caller['headers']>
}

/** Scopes of an API token: each permission that the service knows, everything, and nothing. */
const SCOPES: readonly (readonly string[])[] = [
  [],
  ['*'],
  ['content.*'],
  ['content.create'],
  ['content.edit'],
  ['content.publish'],
  ['content.delete'],
  ['users.create'],
  ['users.edit'],
  ['users.delete'],
  ['media.upload'],
  ['media.delete'],
  ['team.settings'],
]

export const ROLES = ['viewer', 'author', 'editor', 'admin'] as const

/** People twice, as they are most of those who call. */
const KINDS: readonly CallerKind[] = [
  { name: 'anonymous', make: async () => [] },
  ...ROLES.flatMap((role) => [
    { name: role, make: async (service: Service) => bearerOf(await tokenOf(service, role)) },
    { name: role, make: async (service: Service) => bearerOf(await tokenOf(service, role)) },
    { name: `${role} by cookie`, make: (service: Service) => cookieOf(service, role) },
  ]),
  ...SCOPES.map((scopes) => ({
    name: `token ${scopes.join(' ')}`.trim(),
    make: (service: Service) => apiTokenOf(service, scopes),
  })),
]

/** Everybody who can call, each an account of their own. */
export async function makeCallers(service: Service): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const { name, make } of KINDS) callers.push({ name, headers: await make(service) })
  return callers
}

/** Another caller in place of one who is signed out, or gone. */
export async function makeAnother(service: Service, { name }: Caller): Promise<Caller> {
  const kind = KINDS.find((one) => one.name === name)
  if (!kind) throw new Error(`there is no caller ${name}`)
  return { name, headers: await kind.make(service) }
}

/** The headers of a browser in which somebody of a role is signed in. */
export async function cookieOf(service: Service, role: string): Promise<Caller['headers']> {
  return [
    ['Cookie', `auth_token=${await tokenOf(service, role)}`],
    ['Origin', service.url.origin],
  ]
}

/** The same for somebody who sends a token. */
export async function headersOf(service: Service, role: string): Promise<Record<string, string>> {
  return Object.fromEntries(bearerOf(await tokenOf(service, role)))
}

async function apiTokenOf(service: Service, scopes: readonly string[]): Promise<Caller['headers']> {
  const { status, body } = await service.json('/admin/auth/tokens', {
    headers: { ...bearer(await tokenOf(service, 'admin')), 'cf-connecting-ip': freshAddress() },
    body: { name: `for ${scopes.join(' ')}`, scopes, password: PASSWORD },
  })
  if (status !== 201) throw new Error(`no API token: ${JSON.stringify(body)}`)
  return bearerOf(body.data.token)
}

async function tokenOf(service: Service, role: string): Promise<string> {
  const { email } = await addUser(service, { role })
  const { status, body } = await login(service, email)
  if (status !== 200) throw new Error(`nobody can sign in: ${JSON.stringify(body)}`)
  return body.token
}

function bearerOf(token: string): Caller['headers'] {
  return [['Authorization', `Bearer ${token}`]]
}
