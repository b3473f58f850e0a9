import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Manifest } from '../../manifest/index.ts'
import { REFERENCE_ASSET } from '../../manifest/reference/reference-parts.ts'
import { Failure } from '../failure.ts'

export interface Expected {
  readonly environment: string
  /** Version of the deployed program. */
  readonly version: string
}

/** Expectations of the smoke test for a program. */
export interface SmokeTest extends Expected {
  /** Path of a page that is certainly public. */
  readonly page: string
}

/** Returns the smoke test for a program in an environment. */
export function smokeTestOf({ version, routes }: Manifest, environment: string): SmokeTest {
  const hasSignIn = routes.some(({ method, path }) => method === 'GET' && path === SIGN_IN)
  return { environment, version, page: hasSignIn ? SIGN_IN : REFERENCE }
}

const SIGN_IN = '/auth/login'
const REFERENCE = '/docs'

const health = z.looseObject({
  environment: z.string(),
  version: z.string(),
  checks: z.record(z.string(), z.string()),
  schema: z.looseObject({ pending: z.number(), drift: z.boolean() }),
})

/** Failure of the smoke test, which also tells whether the new program is the cause. */
export class SmokeFailure extends Failure {
  /** True if the new program responded, but wrongly; `false` if another program, or none, responded. */
  readonly isNew: boolean

  constructor(message: string, isNew: boolean, hint?: string) {
    super(message, hint === undefined ? {} : { hint })
    this.isNew = isNew
  }
}

/**
 * Checks the deployed service until everything is right: its health, a page with its styles and scripts, and that the
 * parts of the API reference are not served as a file. The new program takes some seconds to reach every location.
 * @param url address of the service, without a path
 * @param patience maximum duration, in milliseconds
 * @throws SmokeFailure with the last problem
 */
export async function smokeTest(url: string, test: SmokeTest, patience = 60_000): Promise<void> {
  const wrong = await untilRight(() => findWrong(url, test), patience)
  if (wrong !== null) throw new SmokeFailure(`The smoke test failed at ${url}: ${wrong.what}.`, wrong.isNew, wrong.hint)
}

/**
 * Waits until the new program responds, whatever it says about the schema.
 * @throws Failure if another program still responds after `patience` milliseconds
 */
export async function awaitProgram(url: string, expected: Expected, patience: number): Promise<void> {
  const wrong = await untilRight(() => findOther(url, expected), patience)
  if (wrong !== null) throw new Failure(`The new program is not responding at ${url}: ${wrong}.`)
}

async function untilRight<Wrong>(find: () => Promise<Wrong | null>, patience: number): Promise<Wrong | null> {
  const until = Date.now() + patience
  for (;;) {
    const wrong = await find()
    if (wrong === null || Date.now() >= until) return wrong
    await sleep(Math.min(2000, Math.max(50, patience / 20)))
  }
}

async function findOther(url: string, expected: Expected): Promise<string | null> {
  try {
    const { wrong } = await askHealth(url, expected)
    return wrong
  } catch (error) {
    return reasonOf(error)
  }
}

/** Requests `/health`. Returns the data of the response, and a sentence if another program seems to have sent it. */
async function askHealth(url: string, { environment, version }: Expected) {
  const response = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
  const { success, data } = health.safeParse(await response.json().catch(() => null))
  if (!success) return { data: null, wrong: `/health returns ${response.status}, but not the response of this service` }
  if (data.environment !== environment)
    return { data, wrong: `its environment is ${data.environment}, not ${environment}` }
  if (data.version !== version) return { data, wrong: `its version is ${data.version}, not ${version}` }
  return { data, wrong: null }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

interface Wrong {
  readonly what: string
  readonly isNew: boolean
  readonly hint?: string
}

async function findWrong(url: string, test: SmokeTest): Promise<Wrong | null> {
  let isNew = false
  try {
    const { data, wrong } = await askHealth(url, test)
    if (wrong !== null) return { what: wrong, isNew }
    isNew = true
    const what = data && (findUnhealthy(data) ?? (await findWrongHealth(url)))
    if (what !== null) return { what, isNew }
    const onPage = (await findShown(url)) ?? (await findWrongPage(url, test.page))
    return onPage && { ...onPage, isNew }
  } catch (error) {
    return { what: reasonOf(error), isNew }
  }
}

function findUnhealthy({ checks, schema }: z.output<typeof health>): string | null {
  const away = Object.entries(checks).filter(([, state]) => state !== 'ok')
  if (away.length > 0) return `${away.map(([name]) => name).join(', ')}: error`
  if (schema.pending > 0) return `${schema.pending} migrations are pending`
  return schema.drift ? 'its schema does not match its migrations' : null
}

async function findWrongHealth(url: string): Promise<string | null> {
  const { status, ok } = await ask(new URL('/api/health', url))
  return ok ? null : `/api/health returns ${status}`
}

/**
 * Returns what is wrong if the parts of the API reference are served as a file: they contain names that not everybody
 * may know, so only the worker may serve them. Returns `null` if they are not served as a file.
 */
async function findShown(url: string): Promise<Omit<Wrong, 'isNew'> | null> {
  const { status, ok } = await ask(new URL(REFERENCE_ASSET, url))
  return ok ? { what: `everybody may read ${REFERENCE_ASSET}, which returns ${status}`, hint: KEEP_ASSETS } : null
}

/**
 * Returns what is wrong if a page is not HTML, has no style sheet, or its styles and scripts cannot be loaded; `null`
 * otherwise.
 */
async function findWrongPage(url: string, path: string): Promise<Omit<Wrong, 'isNew'> | null> {
  const page = await ask(new URL(path, url), { accept: 'text/html' })
  if (!page.ok || page.type !== 'text/html') {
    const id = page.id === null ? '' : `, request ${page.id}`
    return { what: `the page ${path} returns ${page.status} ${page.type}${id}`, hint: LOOK_INTO_LOG }
  }
  const parts = partsOf(page.text)
  if (!parts.some(({ types }) => types === STYLE)) {
    return { what: `the page ${path} has no style sheet`, hint: LOOK_INTO_LOG }
  }
  for (const { address, types } of parts) {
    const part = await ask(new URL(address, new URL(path, url)))
    if (part.ok && types.includes(part.type)) continue
    const what = `the page ${path} needs ${address}, which returns ${part.status} ${part.type}, not 200 ${types[0]}`
    return { what, hint: BRING_ASSETS }
  }
  return null
}

interface Part {
  readonly address: string
  /** Media types that the part may have. */
  readonly types: readonly string[]
}

const STYLE = ['text/css']
const SCRIPT = ['text/javascript', 'application/javascript']

/** Lists the style sheets and scripts of a page. */
function partsOf(html: string): readonly Part[] {
  return [...html.matchAll(/<(link|script)\b([^>]*)>/g)].flatMap(([, tag, attributes = '']) => {
    const [, address] = /\b(?:href|src)="([^"]+)"/.exec(attributes) ?? []
    const isPart = tag === 'script' || /\brel="stylesheet"/.test(attributes)
    return address !== undefined && isPart ? [{ address, types: tag === 'script' ? SCRIPT : STYLE }] : []
  })
}

const LOOK_INTO_LOG = 'Run `wrangler tail` and request the page again: wrangler shows the log of the worker.'
const KEEP_ASSETS =
  'Run `cms build`: it writes run_worker_first into [assets] of wrangler.toml, which limits the file to the worker.'
const BRING_ASSETS = 'Run `cms build`: it writes the folder of styles and scripts into [assets] of wrangler.toml.'

async function ask(url: URL, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000), redirect: 'manual' })
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'without a type'
  const { status, ok } = response
  return { status, ok, type, id: response.headers.get('x-request-id'), text: await response.text() }
}
