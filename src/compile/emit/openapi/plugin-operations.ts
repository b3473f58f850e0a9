import type * as z from 'zod'
import type { ErrorCode } from '../../../config/errors.ts'
import { type Route, responsesOf } from '../../../config/route.ts'
import type { ManifestRoute } from '../../../manifest/index.ts'
import type { JsonObject } from '../../json-object.ts'
import { isStandIn } from '../../stand-in.ts'
import { accessMembers, describeAccess } from './access.ts'
import { describeCache, response } from './collection-operations.ts'
import type { Components } from './components.ts'
import { schemaOfZod } from './json-schema.ts'
import { problemResponses } from './problems.ts'
import { runtimeProblems } from './runtime-problems.ts'

/** Returns the operation of a plugin's route; `undefined` for a route without `responses`, such as pages and files. */
export function pluginOperation(
  row: ManifestRoute,
  route: Route | undefined,
  components: Components,
): JsonObject | undefined {
  if (!route || !responsesOf(route)) return undefined
  const body = requestBody(route, components)
  const parameters = [...pathParameters(row.path), ...queryParameters(route, components)]
  return {
    operationId: `${row.plugin}_${row.handler}`.replace(/[^a-zA-Z0-9_]/g, '_'),
    tags: [row.plugin],
    ...(route.summary === undefined ? {} : { summary: route.summary }),
    description: `Access: ${describeAccess(row.access)}.${describeCache(row)}`,
    ...accessMembers(row.access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...problemResponses(problemsOf(row, route), components),
      ...successes(route, components),
    },
  }
}

function requestBody({ input, body }: Route, components: Components): JsonObject | undefined {
  if (body) {
    const schema = schemaOfZod(body.schema, 'input', components)
    return { required: true, content: { [body.type]: { schema } } }
  }
  const parts = [
    ['application/json', input?.json ?? input?.body],
    ['application/x-www-form-urlencoded', input?.form ?? input?.body],
  ] as const
  const declared = parts.filter((part): part is [(typeof part)[0], z.ZodType] => part[1] !== undefined)
  if (declared.length === 0) return undefined
  return {
    required: declared.every(([, schema]) => !isOptional(schema)),
    content: Object.fromEntries(
      declared.map(([type, schema]) => [type, { schema: schemaOfZod(schema, 'input', components) }]),
    ),
  }
}

function isOptional(schema: z.ZodType): boolean {
  const candidate: unknown = schema
  return isStandIn(candidate, 'schema') ? candidate.isOptional : schema.safeParse(undefined).success
}

function pathParameters(path: string): JsonObject[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const all = path.endsWith('/*') ? [...names, 'path'] : names
  return all.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters({ input }: Route, components: Components): JsonObject[] {
  if (!input?.query) return []
  const { properties = {}, required = [] } = schemaOfZod(input.query, 'input', components) as {
    properties?: Record<string, JsonObject>
    required?: readonly string[]
  } // query schemas are objects
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
    ...(description === undefined ? {} : { description }),
  }))
}

function successes(route: Route, components: Components): JsonObject {
  return Object.fromEntries(
    Object.entries(responsesOf(route) ?? {}).map(([status, schema]) => {
      const body = schema === null ? null : schemaOfZod(schema, 'output', components)
      return [status, response(REASONS[status] ?? 'The response.', body, [], components)]
    }),
  )
}

const REASONS: { readonly [status: string]: string } = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work continues.',
  204: 'Done; no body.',
  503: 'Not available.',
}

function problemsOf(row: ManifestRoute, { input, body, problems = [] }: Route): ErrorCode[] {
  const bodies = {
    json: (input?.json ?? input?.body) !== undefined,
    form: (input?.form ?? input?.body) !== undefined,
    other: body !== undefined,
  }
  return [...runtimeProblems(row, bodies), ...(/:\w+/.test(row.path) ? (['not_found'] as const) : []), ...problems]
}
