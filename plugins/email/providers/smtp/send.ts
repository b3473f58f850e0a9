/// <reference path="./cloudflare-sockets.d.ts" />
import { domainOf } from '../../address.ts'
import { DeliveryError, type OutgoingEmail, type Provider } from '../provider.ts'
import { expectReply, type Reply, type SmtpConnection, smtpConnection } from './connection.ts'
import { mimeMessage } from './mime.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  readonly username?: string | undefined
  readonly password: string | undefined
}

/** Maximum time for a whole delivery, in milliseconds. */
const TIMEOUT = 30_000

/** Sends messages to a mail server (RFC 5321), using a separate connection for each. */
export function sendBySmtp(server: SmtpServer): Provider {
  return async (email) => {
    const connection = await open(server)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new DeliveryError('the SMTP server takes too long')), TIMEOUT)
    })
    try {
      return await Promise.race([converse(connection, server, email), late])
    } catch (error) {
      if (error instanceof DeliveryError) throw error
      throw new DeliveryError(`SMTP: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      clearTimeout(timer)
      await connection.close().catch(() => undefined) // the server has closed it already
    }
  }
}

async function open({ host, port, security }: SmtpServer): Promise<SmtpConnection> {
  // Only workers have this module, and the config that names the plugin is also evaluated elsewhere.
  const { connect } = await import('cloudflare:sockets')
  const secureTransport = ({ starttls: 'starttls', tls: 'on', none: 'off' } as const)[security]
  return smtpConnection(connect({ hostname: host, port }, { secureTransport, allowHalfOpen: false }))
}

async function converse(connection: SmtpConnection, server: SmtpServer, email: OutgoingEmail) {
  const hello = `EHLO ${domainOf(email.from.email)}`
  expectReply(await connection.readReply(), 2)
  let abilities = await connection.command(hello, 2)
  if (server.security === 'starttls') {
    if (!offers(abilities, 'STARTTLS')) throw new DeliveryError('the SMTP server offers no STARTTLS')
    await connection.command('STARTTLS', 2)
    connection.startTls()
    abilities = await connection.command(hello, 2)
  }
  if (server.username !== undefined) await signIn(connection, abilities, server.username, server.password ?? '')
  const sender = `MAIL FROM:<${email.from.email}>${extensions(abilities, email)}`
  await connection.command(sender, 2, { refusable: true })
  await connection.command(`RCPT TO:<${email.to}>`, 2, { refusable: true })
  await connection.command('DATA', 3, { refusable: true })
  await connection.writeData(mimeMessage(email, new Date()))
  const accepted = expectReply(await connection.readReply(), 2, true)
  await connection.command('QUIT', 2).catch(() => undefined) // the server has the message, however the connection ends
  return { providerId: accepted.lines.join(' ').slice(0, 200) || null }
}

/** Signs in (RFC 4954). A refused password does not make the failure permanent. */
async function signIn(connection: SmtpConnection, abilities: Reply, username: string, password: string) {
  const mechanisms = abilities.lines.find((line) => /^AUTH[ =]/i.test(line))?.toUpperCase() ?? ''
  if (/\bPLAIN\b/.test(mechanisms)) {
    await connection.command(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`, 2)
  } else if (/\bLOGIN\b/.test(mechanisms)) {
    await connection.command('AUTH LOGIN', 3)
    await connection.command(base64(username), 3)
    await connection.command(base64(password), 2)
  } else {
    throw new DeliveryError('the SMTP server offers neither AUTH PLAIN nor AUTH LOGIN')
  }
}

/**
 * Returns the parameters for addresses beyond ASCII, which only some servers support (RFC 6531).
 * @throws DeliveryError if the server does not support such an address
 */
function extensions(abilities: Reply, { from, to, replyTo }: OutgoingEmail): string {
  const isPlain = [from.email, to, replyTo ?? ''].every((address) => /^[\x20-\x7e]*$/.test(address))
  if (isPlain) return ''
  if (offers(abilities, 'SMTPUTF8')) return ' SMTPUTF8'
  throw new DeliveryError('the SMTP server does not accept addresses with letters beyond ASCII', { permanent: true })
}

function offers({ lines }: Reply, ability: string): boolean {
  return lines.some((line) => line.split(' ')[0]?.toUpperCase() === ability)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
