import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export const CLIENT_SECRET = 'a secret that the provider knows'

/** Claims that a provider states of somebody, besides those of every ID token. */
export interface Person extends JWTPayload {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean | string
}

/** Deviations of the provider from what it should do, for one sign-in. */
export interface Lie {
  /** Changes the claims of the ID token before they are signed. */
  readonly claims?: JWTPayload
  /** Gives this in place of the ID token. */
  readonly idToken?: (claims: JWTPayload) => string | Promise<string>
  /** Claims that the ID token leaves out, and the provider tells when it is asked. */
  readonly userInfo?: JWTPayload
  /** Takes the code more than once. */
  readonly isForgetful?: boolean
}

interface Grant {
  readonly person: Person
  readonly lie: Lie
  readonly query: URLSearchParams
}

/** A provider of OpenID Connect on this machine: discovery, codes with PKCE, signed tokens, keys. */
export async function startProvider() {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  let hanging = false
  let present: Person = { sub: 'nobody' }
  let keys = await newKeys()
  const requests: string[] = []
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer)
    requests.push(pathname)
    if (hanging) return
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') {
      return void send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      })
    }
    if (pathname === '/authorize') {
      const back = approve(new URL(request.url ?? '/', issuer).href, present)
      const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><a href="${back.href.replaceAll('&', '&amp;')}">Continue as ${present.email}</a>`
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
    if (pathname === '/keys') return void send({ keys: [keys.jwk] })
    if (pathname === '/userinfo') {
      const grant = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
      return void (grant ? send({ sub: grant.person.sub, ...grant.lie.userInfo }) : send({}, 401))
    }
    if (pathname !== '/token') return void send({}, 404)
    const form = new URLSearchParams(await textOf(request))
    const grant = codes.get(form.get('code') ?? '')
    if (!grant?.lie.isForgetful) codes.delete(form.get('code') ?? '')
    const proof = Buffer.from(`cms:${encodeURIComponent(CLIENT_SECRET).replaceAll('%20', '+')}`).toString('base64')
    if (request.headers.authorization !== `Basic ${proof}`) return void send({ error: 'invalid_client' }, 401)
    if (!grant || !provesStart(grant.query, form)) return void send({ error: 'invalid_grant' }, 400)
    const accessToken = randomUUID()
    tokens.set(accessToken, grant)
    send({ access_token: accessToken, token_type: 'Bearer', id_token: await idTokenFor(grant) })
  }

  async function idTokenFor({ person, lie, query }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const nonce = query.get('nonce') ?? ''
    const claims = { iss: issuer, aud: 'cms', iat: now, exp: now + 60, nonce, ...person, ...lie.claims }
    return (await lie.idToken?.(claims)) ?? sign(claims, keys)
  }

  function approve(address: string, person: Person, lie: Lie = {}): URL {
    const query = new URL(address).searchParams
    const code = randomUUID()
    codes.set(code, { person, lie, query })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }))
    return back
  }

  return {
    issuer,
    requests,
    /** Signs somebody in there: the address to which the provider leads the browser back. */
    approve,
    /** Seats somebody at the browser: the page of the provider lets them continue. */
    seat: (person: Person) => {
      present = person
    },
    rotateKeys: async () => {
      keys = await newKeys()
    },
    /** From now on it takes requests and never responds. */
    hang: (isHanging: boolean) => {
      hanging = isHanging
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((stopped) => server.close(stopped))
    },
  }
}

export interface Keys {
  readonly jwk: JWK
  readonly privateKey: CryptoKey
}

export async function newKeys(): Promise<Keys> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }, privateKey }
}

export function sign(claims: JWTPayload, { jwk, privateKey }: Keys): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' }).sign(privateKey)
}

/** A token that nobody has signed. */
export function unsigned(claims: JWTPayload): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

/** PKCE and the address to come back to are those of the beginning. */
function provesStart(query: URLSearchParams, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return query.get('code_challenge') === challenge && query.get('redirect_uri') === form.get('redirect_uri')
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
