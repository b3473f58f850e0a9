import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'

/** A mail server on this machine that understands what RFC 5321 demands of it, and no more. */
export interface SmtpServer {
  readonly port: number
  /** Every line that was sent, `C:`, and whether it came encrypted. The message itself is one entry. */
  readonly said: { readonly line: string; readonly encrypted: boolean }[]
  /** Messages that were taken, as they came over the wire, dots unstuffed. */
  readonly messages: string[]
  /** Changes the answer to a command, found by how it begins. */
  readonly answers: Map<string, string>
  /** Extensions that it offers after EHLO, by whether the connection is encrypted. */
  offers: (encrypted: boolean) => readonly string[]
  close(): Promise<void>
}

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** The file that `NODE_EXTRA_CA_CERTS` names. */
  readonly path: string
  dispose(): void
}

/** A certificate for localhost, made for this run. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-certificate-'))
  const key = join(folder, 'key.pem')
  const path = join(folder, 'cert.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', path, ...subject],
    { stdio: 'ignore' },
  )
  return {
    key: readFileSync(key, 'utf8'),
    cert: readFileSync(path, 'utf8'),
    path,
    dispose: () => rmSync(folder, { recursive: true }),
  }
}

export const USERNAME = 'desk'

/** @param implicit whether the connection is encrypted from its first byte, as on port 465 */
export async function startSmtp(
  { key, cert }: Certificate,
  { implicit = false, password }: { implicit?: boolean; password: string },
): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const server = implicit
    ? createTlsServer({ key, cert }, (socket) => converse(socket, true))
    : createServer((socket) => converse(socket, false))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)

  function converse(socket: Socket, encrypted: boolean): void {
    let buffer = ''
    let inData = false
    let steps: ((line: string) => void)[] = []
    const reply = (text: string) => socket.write(`${text}\r\n`)
    const signedIn = (isRight: boolean) => reply(isRight ? '235 welcome' : '535 5.7.8 authentication failed')
    const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')

    const take = (line: string) => {
      smtp.said.push({ line, encrypted })
      const step = steps.shift()
      if (step) return step(line)
      const changed = [...smtp.answers].find(([begin]) => line.startsWith(begin))
      if (changed) return reply(changed[1])
      const verb = line.split(/[ :]/)[0]
      if (verb === 'EHLO') {
        const lines = ['mail.test', ...smtp.offers(encrypted)]
        return socket.write(
          lines.map((text, index) => `250${index === lines.length - 1 ? ' ' : '-'}${text}\r\n`).join(''),
        )
      }
      if (verb === 'STARTTLS') {
        reply('220 go ahead')
        socket.removeAllListeners('data')
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
        secure.on('error', () => undefined)
        return listen(secure)
      }
      if (line.startsWith('AUTH PLAIN ')) return signedIn(decode(line.slice(11)) === `\0${USERNAME}\0${password}`)
      if (line === 'AUTH LOGIN') {
        let username = ''
        steps = [
          (name) => {
            username = decode(name)
            reply('334 UGFzc3dvcmQ6')
          },
          (secret) => signedIn(username === USERNAME && decode(secret) === password),
        ]
        return reply('334 VXNlcm5hbWU6')
      }
      if (verb === 'DATA') {
        inData = true
        return reply('354 end with a dot')
      }
      if (verb === 'QUIT') {
        reply('221 bye')
        return socket.end()
      }
      return reply(/^(MAIL FROM|RCPT TO):<[^<>]+>/.test(line) ? '250 ok' : '500 what?')
    }
    const listen = (to: Socket) => {
      if (to !== socket) {
        converse(to, true)
        return
      }
      to.on('data', (chunk) => {
        buffer += chunk.toString('utf8')
        for (;;) {
          const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
          if (end === -1) return
          const part = buffer.slice(0, end)
          buffer = buffer.slice(end + (inData ? 5 : 2))
          if (!inData) take(part)
          else {
            inData = false
            smtp.messages.push(part.replace(/^\.\./gm, '.'))
            reply(smtp.answers.get('.') ?? '250 2.0.0 queued as 4F2A')
          }
        }
      })
    }
    listen(socket)
    if (!(socket instanceof TLSSocket) || implicit) reply(smtp.answers.get('greeting') ?? '220 mail.test ready')
  }

  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const smtp: SmtpServer = {
    port: (server.address() as AddressInfo).port,
    said: [],
    messages: [],
    answers: new Map(),
    offers: (encrypted) => (encrypted ? ['SIZE 1000000', 'AUTH PLAIN LOGIN'] : ['SIZE 1000000', 'STARTTLS']),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return smtp
}
