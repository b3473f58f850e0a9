import { createHash } from 'node:crypto'
import type { JsonObject } from '../../json-object.ts'

/** Shared components, collected while operations are written. Each method returns a `$ref`. */
export interface Components {
  /**
   * Returns an unused name for a schema that another module creates: `name`, or a longer one if a different schema has
   * it.
   */
  claim(name: string, schema: JsonObject): string
  schema(name: string, build: () => JsonObject): JsonObject
  response(name: string, build: () => JsonObject): JsonObject
  parameter(name: string, build: () => JsonObject): JsonObject
  header(name: keyof typeof HEADERS): JsonObject
  toJSON(): JsonObject
}

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

export function createComponents(): Components {
  const added: Record<Kind, Map<string, JsonObject>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
  }
  const claims = new Map<string, string>()
  const add = (kind: Kind, name: string, build: () => JsonObject) => {
    if (!added[kind].has(name)) added[kind].set(name, build())
    return { $ref: `#/components/${kind}/${name}` }
  }
  return {
    schema: (name, build) => add('schemas', name, build),
    claim: (name, schema) => {
      const hash = shortHash(schema)
      const holder = claims.get(name) ?? hash
      claims.set(name, holder)
      return holder === hash ? name : `${name}-${hash}`
    },
    response: (name, build) => add('responses', name, build),
    parameter: (name, build) => add('parameters', name, build),
    header: (name) => add('headers', name, () => HEADERS[name]),
    toJSON: () => ({
      ...Object.fromEntries(
        Object.entries(added).map(([kind, entries]) => [
          kind,
          Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))),
        ]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    }),
  }
}

/** Returns eight hex digits that identify a schema. */
export function shortHash(schema: unknown): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 8)
}

const HEADERS = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: { type: 'string', format: 'uuid' } },
  'X-D1-Bookmark': {
    description: 'The state of the database that you have seen: send it with later requests to read nothing older.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  ETag: {
    description: 'The tag of this representation: send it as `If-None-Match` to read, as `If-Match` to write.',
    schema: { type: 'string' },
  },
  'X-Cache-Status': {
    description:
      'The source of the response; `STALE`: the database did not respond, and this is the last known response.',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'STALE', 'BYPASS'] },
  },
  'X-Cache-Source': {
    description: 'The tier that responded.',
    schema: { type: 'string', enum: ['memory', 'kv', 'database'] },
  },
  'X-Cache-TTL': {
    description: 'Seconds for which the response is cached.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Content-Language': {
    description: 'The locale of the response; all of them with `locale=*`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The URL of the created document.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'The request was a repeat: this is the response to the first one.',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies Record<string, JsonObject>

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token that `POST /api/auth/login` returns.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'auth_token',
    description: 'Set at login. Requests that change something must come from a page of this site.',
  },
}
