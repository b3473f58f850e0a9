import { routeTable } from '../../../src/manifest/endpoints.ts'
import type { Manifest, ManifestCollection, ManifestRoute } from '../../../src/manifest/index.ts'
import type { Service } from '../../harness/service.ts'
import { CALLERS, type Caller } from '../../runtime/collections/wide-service.ts'

/** Bodies, or statuses and codes, by caller and address. */
export type Answers = Readonly<Record<string, unknown>>

/** Paths whose answers are about the host and its settings, or the moment, and not about what it holds. */
const MOMENTARY = /^\/(?:api\/)?health$|^\/admin\/(?:api\/system-status|calendar|plugins\/:id|settings)/

/**
 * Every JSON answer of the route table, by caller and address: lists page by page, and for an administrator whatever they
 * name, in every form and language.
 */
export async function readEverything(service: Service, manifest: Manifest): Promise<Answers> {
  const collections = new Map(manifest.collections.map((collection) => [collection.name, collection]))
  const routes = routeTable(manifest)
    .filter(({ method, path }) => method === 'GET' && !path.endsWith('*') && !MOMENTARY.test(path))
    .sort((a, b) => paramsOf(a).length - paramsOf(b).length)
  const found: Record<string, unknown> = {}
  for (const caller of Object.keys(CALLERS) as Caller[]) {
    for (const route of routes) {
      const forms = formsOf(collections.get(route.collection ?? ''), route)
      for (const path of caller === 'admin' ? addressesOf(route.path, found) : addressesOf(route.path, {})) {
        for (const form of forms) await readPages(service, caller, path, form, found)
      }
    }
  }
  // Examples name the address at which the service runs.
  return JSON.parse(JSON.stringify(found).replaceAll(service.url.origin, 'ORIGIN'))
}

export type Difference = readonly [at: string, is: unknown, was: unknown]

/** Values that differ: their place, the present value and the former one. */
export function differences(is: unknown, was: unknown, at = ''): readonly Difference[] {
  if (Object(is) !== is || Object(was) !== was) return Object.is(is, was) ? [] : [[at, is, was]]
  const [found, before] = [is as Answers, was as Answers]
  const names = [...new Set([...Object.keys(before), ...Object.keys(found)])]
  return names.flatMap((name) => differences(found[name], before[name], `${at} ${name}`))
}

const paramsOf = ({ path }: ManifestRoute) => path.match(/:\w+/g) ?? []

/** Queries in which a collection's documents are read: as they are published, and with their pending changes. */
function formsOf(collection: ManifestCollection | undefined, { path }: ManifestRoute): string[] {
  if (collection === undefined) return ['']
  const isDocument = /^\/api\/[\w-]+(?:\/:id)?$/.test(path)
  const locale = collection.locales && isDocument ? 'locale=*&' : ''
  return collection.drafts && isDocument ? [locale, `${locale}draft=true&`] : [locale]
}

/** The path with each value of its parameters that the list before it has named. */
function addressesOf(path: string, found: Answers): string[] {
  const [, before = '', name = '', rest = ''] = /^(.*?)\/:(\w+)(.*)$/.exec(path) ?? []
  if (name === '') return [path]
  const lists = Object.entries(found).filter(([asked]) => asked.replace(/^\w+ |\?.*$/g, '') === before)
  const values = lists.flatMap(([, answer]) => itemsOf(answer).flatMap((item) => item[name] ?? []))
  return [...new Set(values)].flatMap((value) => addressesOf(`${before}/${value}${rest}`, found))
}

function itemsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const data = (answer as { data?: unknown } | null)?.data
  return Array.isArray(data) ? data : []
}

async function readPages(service: Service, caller: Caller, path: string, form: string, found: Record<string, unknown>) {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const address: string = `${path}?${form}${cursor}`
    const headers = { ...CALLERS[caller], accept: 'application/json' }
    const { status, body } = await service.json(address, { headers })
    const isJson = typeof body === 'object'
    if (status >= 500) throw new Error(`${caller} ${address}: ${JSON.stringify(body)}`)
    if (isJson && status < 400) found[`${caller} ${address}`] = body
    else found[`${caller} ${address}`] = isJson ? [status, body.code] : status
    const next = isJson ? body.pagination?.nextCursor : null
    cursor = next ? `cursor=${encodeURIComponent(next)}&` : null
  }
}
