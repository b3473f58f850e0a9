import { type AuthClient, authClient } from './auth.ts'
import { type CollectionClient, collectionClient } from './collection.ts'
import type { AnyCollections, CollectionMap } from './collection-types.ts'
import { type Call, type ClientOptions, connect } from './connection.ts'

export interface Client<Collections extends CollectionMap<Collections>> {
  readonly auth: AuthClient
  /** The address of the service, without a trailing slash. */
  readonly baseUrl: string
  collection<Name extends keyof Collections & string>(name: Name): CollectionClient<Collections, Collections[Name]>
  /**
   * Calls any endpoint, with the token: `client.request({ method: 'GET', path: '/api/health' })`.
   * @throws LintelError for every unsuccessful response
   */
  request(call: Call): Promise<Response>
  /**
   * Returns a bookmark of the newest state of the content that this client has seen, including its own changes; `null`
   * as long as it was given none and no response has contained one. Pass it to another client, as the option
   * `bookmark`, so that the other client sees at least that state: when a page is rendered after a change, for example.
   */
  bookmark(): string | null
}

/**
 * Creates a client of a service, typed by the interfaces that `cms build` writes.
 * ```ts
 * import type { Collections } from './.cms/types'
 * const client = createClient<Collections>({ baseUrl: 'https://cms.example.com' })
 * const { data } = await client.collection('posts').list({ sort: '-publishedAt', limit: 10 })
 * ```
 */
export function createClient<Collections extends CollectionMap<Collections> = AnyCollections>(
  options: ClientOptions,
): Client<Collections> {
  const connection = connect(options)
  return {
    auth: authClient(connection),
    baseUrl: connection.baseUrl,
    collection: (name) => collectionClient(connection, name),
    request: (call) => connection.request(call),
    bookmark: () => connection.bookmark(),
  }
}
