import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A host name, since an IP address has no passkeys. */
export const ORIGIN = 'https://localhost'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Deviations of an authenticator and a browser from what they should say. */
export interface Lie {
  readonly client?: object
  readonly userHandle?: string
  /** Host name that the browser asked it for. */
  readonly host?: string
  /** Bits of what was proven: 1 that somebody was there, 4 who it was. */
  readonly flags?: number
}

/** An authenticator with one passkey (ES256), which says of its signatures what the test wants. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const data = (count: number, { host = 'localhost', flags = 0x05 }: Lie, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const isNew = attested.length > 0 ? 0x40 : 0
    return Buffer.concat([sha256(host), Buffer.from([flags + isNew]), counter, attested])
  }
  const client = (type: string, challenge: string, more: object = {}) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false, ...more }))
  const credential = (response: object) => ({ id: text(id), rawId: text(id), type: 'public-key', response })
  return {
    /** The passkey as a new one, without attestation. */
    make(challenge: string, lie: Lie = {}) {
      const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
      const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), px, Buffer.from('225820', 'hex'), py])
      const authData = data(0, lie, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      const head = Buffer.from(`a363666d74646e6f6e656761747453746d74a0686175746844617461`, 'hex')
      const attestation = Buffer.concat([head, Buffer.from([0x58, authData.length]), authData])
      const clientDataJSON = text(client('webauthn.create', challenge, lie.client))
      return credential({ clientDataJSON, attestationObject: text(attestation), transports: ['internal'] })
    },
    /** A signature, the `count`th. */
    sign(challenge: string, count: number, lie: Lie = {}) {
      const clientData = client('webauthn.get', challenge, lie.client)
      const authenticatorData = data(count, lie)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const { userHandle } = lie
      return credential({
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle !== undefined && { userHandle }),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
