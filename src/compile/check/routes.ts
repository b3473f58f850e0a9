import { routesOf } from '../../config/plugin-routes.ts'
import type { Route } from '../../config/route.ts'
import { ENDPOINTS } from '../../manifest/endpoints.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { capitalize } from '../diagnostics/words.ts'
import { routeShape } from './config-shape.ts'
import type { Check, CheckContext } from './context.ts'
import { checkShape } from './shape.ts'

/** Usual prefixes of plugins' routes. Others work too, but cause a warning. */
const PREFIXES = ['/admin/', '/api/', '/assets/', '/auth/', '/images/', '/media/']

/** Prefix that is reserved for Cloudflare's network and workerd. */
const FOREIGN = '/cdn-cgi/'

/** Checks that routes have valid options, access rules and paths, and do not conflict. */
export const checkRoutes: Check = (context) => {
  const owners = generatedEndpoints(context)
  return context.plugins.flatMap(({ plugin }) =>
    Object.entries(routesOf(plugin)).flatMap(([key, route]) => {
      const label = `the route '${key}' of the plugin ${plugin.name}`
      const shape = checkShape(routeShape, route, { name: label, declaration: route })
      if (shape.some(({ code }) => code !== 'unknown-option')) return shape
      return [
        ...shape,
        ...checkRoute(route, label, context.systemNames.has(plugin.name)),
        ...checkConflict(route, label, owners),
      ]
    }),
  )
}

function checkRoute(route: Route, label: string, system: boolean): Finding[] {
  const findings: Finding[] = []
  if (route.access === undefined) {
    findings.push({
      code: 'route-without-access',
      message: `${capitalize(label)} has no access rule.`,
      hint: "Add access: 'public', 'authenticated', a role or a permission.",
      at: atValue(route),
    })
  }
  const wrong = wrongPath(route.path)
  const at = atValue(route, 'path')
  if (wrong)
    return [...findings, { code: 'invalid-path', message: `The path '${route.path}' of ${label} ${wrong}.`, at }]
  if (/^\/admin(?:\/|$)/.test(route.path) && (route.access === 'public' || route.access === 'authenticated')) {
    findings.push({
      code: 'open-admin-route',
      message: `${capitalize(label)} is under /admin, which is for administrators and editors, but admits others.`,
      hint: "Use access: ['admin', 'editor'] or a narrower rule, or another path.",
      at: atValue(route, 'access'),
    })
  }
  if (!system && !PREFIXES.some((prefix) => route.path.startsWith(prefix))) {
    findings.push({
      code: 'unusual-path',
      severity: 'warning',
      message: `The path '${route.path}' of ${label} is outside ${PREFIXES.join(' ')}.`,
      hint: 'Routes for programs belong under /api/, pages for people who work on the content under /admin/.',
      at,
    })
  }
  if (route.cache && route.method !== 'GET') {
    findings.push({
      code: 'no-effect',
      message: `${capitalize(label)} is not a GET, so its responses are never cached.`,
      hint: 'Remove cache.',
      at: atKey(route, 'cache'),
    })
  }
  return findings
}

function wrongPath(path: string): string | null {
  if (!path.startsWith('/')) return "does not start with '/'"
  if (path.startsWith(FOREIGN)) return 'belongs to Cloudflare'
  if (/[?#\s]/.test(path)) return 'contains a query, a fragment or a space'
  if (path.includes('//')) return 'has an empty part'
  const segments = path.split('/').slice(1)
  if (segments.slice(0, -1).some((segment) => segment.includes('*'))) return "has a '*' that is not at its end"
  const last = segments.at(-1) ?? ''
  if (last.includes('*') && last !== '*') return "has a '*' that is not a segment by itself"
  const parameters = segments.filter((segment) => segment.startsWith(':'))
  if (new Set(parameters).size < parameters.length) return 'contains a parameter twice'
  return null
}

/**
 * Checks that no earlier route, and no generated endpoint, has the same method and the same path, apart from the names
 * of parameters.
 */
function checkConflict(route: Route, label: string, owners: Map<string, string>): Finding[] {
  const key = `${route.method} ${shapeOfPath(route.path)}`
  const owner = owners.get(key)
  owners.set(key, owner ?? label)
  if (owner === undefined) return []
  const message = `${route.method} ${route.path} of ${label} already belongs to ${owner}.`
  return [{ code: 'route-conflict', message, at: atValue(route, 'path') }]
}

function shapeOfPath(path: string): string {
  return path.replace(/:[^/]+/g, ':')
}

function generatedEndpoints({ collections }: CheckContext): Map<string, string> {
  const endpoints = collections.flatMap(({ name }) =>
    ENDPOINTS.map(
      ({ method, path }) => [`${method} ${shapeOfPath(`/api/${name}${path}`)}`, `the collection '${name}'`] as const,
    ),
  )
  return new Map(endpoints)
}
