import type { Service } from '../../harness/service.ts'
import { signedIn } from '../core-auth/people.ts'

/** A colleague with a name of their own. */
export interface Colleague {
  readonly id: string
  readonly email: string
  readonly headers: { readonly authorization: string }
}

/** Signs in somebody new: `Anna Berg`, who is `@anna`. */
export async function colleague(service: Service, name: string, role = 'editor'): Promise<Colleague> {
  const { id, email, token } = await signedIn(service, role)
  const [first = '', last = ''] = name.split(' ')
  const username = first.toLowerCase()
  await service.sql(
    'UPDATE users SET username = ?, first_name = ?, last_name = ? WHERE id = ?',
    username,
    first,
    last,
    id,
  )
  return { id, email, headers: { authorization: `Bearer ${token}` } }
}
