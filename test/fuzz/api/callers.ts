import type { Service } from '../../harness/service.ts'
import { bearer, freshAddress, PASSWORD, signedIn } from '../../plugins/core-auth/people.ts'

/** Somebody who asks. */
export interface Caller {
  /** `anonymous`, a role, `admin by cookie`, or `token content.edit`. */
  readonly name: string
  readonly headers: readonly (readonly [string, string])[]
}

/** What an API token may be limited to: each permission that the service knows, everything, and nothing. */
export const SCOPES: readonly (readonly string[])[] = [
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

/** Signs in somebody new of each role, and makes a token of each scope. */
export async function makeCallers(service: Service): Promise<readonly Caller[]> {
  const callers: Caller[] = [{ name: 'anonymous', headers: [] }]
  for (const role of ROLES) {
    const { token } = await signedIn(service, role)
    callers.push({ name: role, headers: [['Authorization', `Bearer ${token}`]] })
    callers.push({
      name: `${role} by cookie`,
      headers: [
        ['Cookie', `auth_token=${token}`],
        ['Origin', service.url.origin],
      ],
    })
  }
  const { token } = await signedIn(service, 'admin')
  for (const scopes of SCOPES) callers.push(await tokenCaller(service, token, scopes))
  return callers
}

async function tokenCaller(service: Service, token: string, scopes: readonly string[]): Promise<Caller> {
  const name = `token ${scopes.join(' ')}`.trim()
  const { status, body } = await service.json('/admin/auth/tokens', {
    headers: { ...bearer(token), 'cf-connecting-ip': freshAddress() },
    body: { name, scopes, password: PASSWORD },
  })
  if (status !== 201) throw new Error(`no ${name}: ${JSON.stringify(body)}`)
  return { name, headers: [['Authorization', `Bearer ${body.token}`]] }
}
