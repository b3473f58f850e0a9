import { fork } from 'node:child_process'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Certificate, makeCertificate } from '../plugins/email/smtp-server.ts'
import { type Said, type Step, type Talk, talk } from './talk.ts'
import { startBindings } from './workerd.ts'

/** Trusted by workerd and by the Node process, which are told so when they start. */
const certificate: Certificate = await vi.hoisted(async () => {
  const { makeCertificate } = await import('../plugins/email/smtp-server.ts')
  const made = makeCertificate()
  process.env.NODE_EXTRA_CA_CERTS = made.path
  return made
})
const unknown = makeCertificate()
afterAll(() => {
  certificate.dispose()
  unknown.dispose()
})

interface Opened {
  talk(wanted: Talk): Promise<Said>
  dispose(): Promise<void> | void
}

const WORKER = `
import { connect } from 'cloudflare:sockets'
${transformSync(talk.toString(), { loader: 'ts' }).code}
export default {
  async fetch(request) {
    const { values } = await request.json()
    return Response.json(await talk(connect, values[0]))
  },
}`

const HOSTS: { readonly [name: string]: () => Promise<Opened> } = {
  workerd: async () => {
    const { run, dispose } = await startBindings(WORKER)
    return { talk: (wanted) => run('talk', wanted) as Promise<Said>, dispose }
  },
  node: async () => {
    const child = fork(join(import.meta.dirname, 'node-talk.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    return {
      talk: (wanted) =>
        new Promise((resolve) => {
          child.once('message', (said: Said) => resolve(said))
          child.send(wanted)
        }),
      dispose: () => void child.kill(),
    }
  },
}

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that greets, repeats each line, and does what some lines ask for. Returns its port. */
async function serve({ key, cert }: Certificate, isEncrypted = false): Promise<number> {
  const converse = (socket: Socket) => {
    const repeat = (data: Buffer) => {
      const line = data.toString().trim()
      if (line === 'bye') return socket.end()
      if (line !== 'starttls' && line !== 'inject') return socket.write(`you said ${line}\n`)
      socket.write('go\n')
      socket.off('data', repeat)
      const encrypt = () => {
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
        secure.on('error', () => undefined).on('data', (words) => secure.write(`in secret: ${words}`))
      }
      if (line === 'starttls') return encrypt()
      setTimeout(() => socket.write('words of somebody else\n', encrypt), 20)
    }
    socket.on('error', () => undefined).on('data', repeat)
    socket.write('hello\n')
  }
  const server = isEncrypted ? createTlsServer({ key, cert }, converse) : createServer(converse)
  server.on('tlsClientError', () => undefined)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const CONVERSATION: Step[] = ['read', { write: 'a line\n' }, 'read', { write: 'bye\n' }, 'read']
const SAID = ['hello\n', 'you said a line\n', null]

describe.each(Object.entries(HOSTS))('sockets of %s', (_, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.dispose())

  it('read and write, until the end', async () => {
    const port = await serve(certificate)
    expect(await opened.talk({ port, secureTransport: 'off', steps: CONVERSATION })).toEqual({ said: SAID })
  })

  it('are encrypted from the first byte', async () => {
    const port = await serve(certificate, true)
    expect(await opened.talk({ port, secureTransport: 'on', steps: CONVERSATION })).toEqual({ said: SAID })
  })

  const STARTTLS: Step[] = ['read', { write: 'starttls\n' }, 'read', 'startTls', { write: 'a line\n' }, 'read']

  it('are encrypted from a moment on', async () => {
    const port = await serve(certificate)
    const said = ['hello\n', 'go\n', 'in secret: a line\n']
    expect(await opened.talk({ port, secureTransport: 'starttls', steps: STARTTLS })).toEqual({ said })
  })

  it.each([
    ['nobody knows', unknown, 'localhost'],
    ['is for another name', certificate, '127.0.0.1'],
  ])('trust no certificate that %s', async (_, shown, hostname) => {
    const secret = await opened.talk({
      port: await serve(shown, true),
      hostname,
      secureTransport: 'on',
      steps: [{ write: 'a secret\n' }, 'read'],
    })
    expect(secret).toEqual({ said: [], error: expect.any(String) })
    const later = await opened.talk({
      port: await serve(shown),
      hostname,
      secureTransport: 'starttls',
      steps: STARTTLS,
    })
    expect(later).toEqual({ said: ['hello\n', 'go\n'], error: expect.any(String) })
  })

  it('take nothing for encrypted that came before', async () => {
    const port = await serve(certificate)
    const steps: Step[] = ['read', { write: 'inject\n' }, 'read', 'wait', 'startTls', { write: 'a line\n' }, 'read']
    const { said } = await opened.talk({ port, secureTransport: 'starttls', steps })
    expect(said.slice(2).join('')).not.toContain('somebody else')
  })

  it('say that nobody is there', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const talked = await opened.talk({ port, secureTransport: 'off', steps: ['read'] })
    expect(talked).toEqual({ said: [], error: expect.any(String) })
  })

  it('begin no encryption that was not foreseen', async () => {
    const port = await serve(certificate)
    const talked = await opened.talk({ port, secureTransport: 'off', steps: ['read', 'startTls'] })
    expect(talked).toEqual({ said: ['hello\n'], error: expect.stringContaining('TypeError') })
  })
})
