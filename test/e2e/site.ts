import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { sendStaticFile } from '../../src/cli/dev/static-files.ts'
import { type Service, type ServiceOptions, startService } from '../harness/service.ts'

/** Opens a window. */
export interface WindowOptions {
  /** Sent with every request of it, such as `as('editor')`. */
  readonly headers?: Readonly<Record<string, string>>
  /** In CSS pixels. Default 1280. */
  readonly width?: number
  readonly dark?: boolean
  /** The person wants to see no movement. Default `false`. */
  readonly reducedMotion?: boolean
  /** Default `true`. */
  readonly scripts?: boolean
}

/** A service with its static files, and a browser to look at it. */
export interface Site {
  readonly service: Service
  /** Place where browser and service meet: `http://127.0.0.1:…`. */
  readonly origin: string
  /** A window with cookies of its own. */
  open(options?: WindowOptions): Promise<Page>
}

/** A site that somebody has to close. */
export interface RunningSite extends Site {
  close(): Promise<void>
}

/** Starts a service, and the process's Chromium where it is not there yet. */
export async function startSite(options: ServiceOptions = {}): Promise<RunningSite> {
  const service = await startService(options)
  const server = await serve(service)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    service,
    origin,
    open: (window) => openWindow(origin, window),
    async close() {
      await closeWindows()
      server.close()
      await service.dispose()
    },
  }
}

let browser: Promise<Browser> | undefined

/** One Chromium for all that a process opens. It comes by npm, so nothing has to be installed. */
export async function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser()
  return browser
}

/** Closes all windows of the process, so that a file leaves none to the next. */
export async function closeWindows(): Promise<void> {
  for (const context of (await browser)?.contexts() ?? []) await context.close()
}

async function startBrowser(): Promise<Browser> {
  const started = await playwright.launch({
    executablePath: await chromium.executablePath(),
    // A page that a test makes up has no address; Chromium would let it reach nothing on this machine.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks'],
    headless: true,
  })
  started.on('disconnected', () => {
    browser = undefined
  })
  return started
}

/** A window with cookies of its own. */
export async function openWindow(origin: string, options: WindowOptions = {}): Promise<Page> {
  const browser = await sharedBrowser()
  const { headers = {}, width = 1280, dark = false, reducedMotion = false, scripts = true } = options
  const window = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    extraHTTPHeaders: headers,
    javaScriptEnabled: scripts,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  })
  const page = await window.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/** Serves static files before the worker, as a deployment does. */
async function serve(service: Service): Promise<Server> {
  const server = createServer((request, response) => {
    if (!sendStaticFile(request, response)) void forward(service, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function forward(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await read(request)
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'connection' ? [[name, value] as [string, string]] : [],
    )
    const { host } = request.headers
    const answer = await service.fetchAs(`http://${host}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body: new Uint8Array(body) }),
    })
    const given = [...answer.headers].filter(
      ([name]) => !['content-encoding', 'content-length', 'set-cookie', 'transfer-encoding'].includes(name),
    )
    response.writeHead(
      answer.status,
      [...given, ...answer.headers.getSetCookie().map((cookie) => ['set-cookie', cookie])].flat(),
    )
    if (answer.body)
      Readable.fromWeb(answer.body as never).pipe(response) // node's own type of the same stream
    else response.end()
  } catch (error) {
    response.writeHead(502).end(String(error))
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
