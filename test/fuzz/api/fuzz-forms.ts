import { NO_PAGE, nameOf } from '../../e2e/pages.ts'
import type { Service } from '../../harness/service.ts'
import { freshAddress } from '../../plugins/core-auth/people.ts'
import { type Caller, cookieOf, ROLES } from './callers.ts'
import { fillForm } from './fill-form.ts'
import type { Findings } from './findings.ts'
import { judgePage, lostValues } from './judge-page.ts'
import { type PageForm, readPage } from './page.ts'
import type { Random } from './random.ts'
import { createSender, type Received, type Sent } from './send.ts'
import type { Fuzzer, Step } from './step.ts'

/** Somebody with a browser. */
interface Visitor {
  readonly role: string
  headers: Caller['headers']
  /** Place where they are. */
  path: string
}

/** Pages from which visitors set out; no link leads to some. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  anonymous: ['/auth/login', '/auth/register', '/auth/forgot-password', '/auth/magic-link/request', '/'],
  others: [
    '/admin/',
    '/admin/',
    '/admin/content/new',
    '/auth/reset-password?token=none',
    '/auth/verify-email?token=none',
  ],
}

/**
 * Browsers of every role that follow links and send forms: an error, a page that is none, a way to another site, values
 * that come back as markup and values that a refusal loses are findings.
 */
export function createFormFuzzer(service: Service, random: Random, findings: Findings): Fuzzer {
  const visitors: Visitor[] = ['anonymous', ...ROLES].map((role) => ({ role, headers: [], path: '' }))
  const sender = createSender(service.url)
  const visits = new Map<string, number>()
  let pending: { readonly visitor: Visitor; readonly form: PageForm } | undefined

  const ask = async (visitor: Visitor, sent: Sent): Promise<Received> => {
    const full = {
      ...sent,
      headers: [...BROWSER, ['CF-Connecting-IP', freshAddress()] as const, ...visitor.headers, ...sent.headers],
    }
    const received = await sender.send(full)
    for (const problem of judgePage(received)) {
      findings.add(`${sent.method} ${nameOf(sent.path)}: ${problem}`, visitor.role, full, received)
    }
    return received
  }
  const submit = async ({ visitor, form }: NonNullable<typeof pending>): Promise<Step> => {
    const filled = fillForm(form, visitor.path, random)
    const received = await ask(visitor, filled.sent)
    for (const problem of lostValues(form, filled, received)) {
      findings.add(`${filled.sent.method} ${nameOf(filled.sent.path)}: ${problem}`, visitor.role, filled.sent, received)
    }
    visitor.path = received.headers.get('location') ?? ''
    return { received, name: `${filled.sent.method} ${nameOf(filled.sent.path)}` }
  }
  const look = async (visitor: Visitor): Promise<Step> => {
    if (visitor.path === '' || random.chance(0.1)) await setOut(visitor, service, random)
    const name = nameOf(visitor.path)
    visits.set(name, (visits.get(name) ?? 0) + 1)
    const received = await ask(visitor, { method: 'GET', path: visitor.path, headers: [] })
    const { location, forms, next } = whatNext(received, visitor, visits, random)
    const form = forms.length > 0 && random.chance(0.7) ? random.pick(forms) : undefined
    if (form) pending = { visitor, form }
    else visitor.path = location ?? next ?? ''
    return { received, name }
  }

  return {
    renew: async () => {
      for (const visitor of visitors) {
        visitor.path = ''
        visitor.headers = []
      }
      pending = undefined
    },
    close: () => sender.close(),
    step: async () => {
      if (pending === undefined) return look(random.pick(visitors))
      const sending = pending
      pending = undefined
      return submit(sending)
    },
  }
}

const BROWSER = [['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8']] as const

/** At the beginning again, signed in as somebody new when need be. */
async function setOut(visitor: Visitor, service: Service, random: Random): Promise<void> {
  const isAnonymous = visitor.role === 'anonymous'
  visitor.path = random.pick(STARTS[isAnonymous ? 'anonymous' : 'others'] ?? [])
  if (isAnonymous) return
  const headers = Object.fromEntries([...visitor.headers, ...BROWSER])
  const isKnown = visitor.headers.length > 0 && (await service.fetch('/api/auth/me', { headers })).ok
  if (!isKnown) visitor.headers = await cookieOf(service, visitor.role)
}

/** Offers of a page: another page at once, its forms, and the link that was followed least so far. */
function whatNext({ headers, bytes }: Received, visitor: Visitor, visits: ReadonlyMap<string, number>, random: Random) {
  const location = headers.get('location')
  if (location !== null || !headers.get('content-type')?.includes('text/html'))
    return { location, forms: [], next: null }
  const { links, forms } = readPage(bytes.toString())
  const own = links.flatMap((link) => pathOf(link, visitor.path)).filter((path) => !NO_PAGE.test(path))
  const shuffled = own.toSorted(() => random.next() - 0.5)
  const times = (path: string) => visits.get(nameOf(path)) ?? 0
  const [next = null] = shuffled.toSorted((a, b) => times(a) - times(b))
  return { location, forms: forms.filter(({ action }) => !action.includes('/logout') || random.chance(0.05)), next }
}

/** The path of a link of this site below the admin or the pages of accounts. */
function pathOf(link: string, page: string): string[] {
  const base = new URL(page, 'http://localhost')
  if (!URL.canParse(link, base)) return []
  const { origin, pathname, search } = new URL(link, base)
  return origin === base.origin && /^\/(?:admin|auth)\b/.test(pathname) ? [pathname + search] : []
}
