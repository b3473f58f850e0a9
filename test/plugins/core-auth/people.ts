import { hashPassword } from '../../../src/runtime/accounts/password-hash.ts'
import type { Answer, Service } from '../../harness/service.ts'

export const PASSWORD = 'correct horse battery'
export const SECRET = 'a secret of the tests that is long enough for HS256'

/** `PASSWORD` at the cost that services of tests have. */
const CHEAP_HASH = 'scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$LYtM8Mh-uD5qDLQWvjcUOTNEVL2STXzMHwI4lieKYvI'

let dearHash: Promise<string> | undefined
let count = 0

export interface Person {
  readonly role?: string
  readonly isActive?: boolean
  /** The password is hashed as in production, for a service with `dearPasswords`. */
  readonly isDear?: boolean
}

/** A row of `users`, as `cms user create` would write it. */
export async function addUser(
  service: Service,
  { role = 'viewer', isActive = true, isDear = false }: Person = {},
): Promise<{ id: string; email: string }> {
  count += 1
  const email = `person-${count}@example.com`
  if (isDear) dearHash ??= hashPassword(PASSWORD)
  const id = crypto.randomUUID()
  await service.sql(
    `INSERT INTO users (id, email, username, password_hash, role, is_active, email_verified, created_at, updated_at)
     VALUES (?1, ?2, ?1, ?3, ?4, ?5, 1, 1767225600000, 1767225600000)`,
    id,
    email,
    isDear ? await dearHash : CHEAP_HASH,
    role,
    Number(isActive),
  )
  return { id, email }
}

let address = 0

/** An address that nobody has called from yet. */
export function freshAddress(): string {
  address += 1
  return `198.51.${Math.floor(address / 250)}.${(address % 250) + 1}`
}

export function login(
  service: Pick<Service, 'json'>,
  email: string,
  password = PASSWORD,
  ip = freshAddress(),
): Promise<Answer> {
  return service.json('/api/auth/login', { body: { email, password }, headers: { 'cf-connecting-ip': ip } })
}

/** Signs in a new user. */
export async function signedIn(service: Service, role = 'viewer') {
  const user = await addUser(service, { role })
  const { body } = await login(service, user.email)
  return { ...user, token: body.token as string, refreshToken: body.refreshToken as string }
}

export function me(service: Service, token: string): Promise<Answer> {
  return service.json('/api/auth/me', { headers: bearer(token) })
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The cookies that an answer sets, by name, each with its attributes. */
export function cookiesOf({ headers }: { headers: Headers }): Record<string, { value: string; attributes: string[] }> {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const equals = pair.indexOf('=')
      return [pair.slice(0, equals), { value: pair.slice(equals + 1), attributes: attributes.sort() }]
    }),
  )
}
