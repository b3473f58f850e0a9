import { ERRORS, type ErrorCode } from '../../../config/errors.ts'
import type { JsonObject } from '../../json-object.ts'
import type { Components } from './components.ts'

const WORDS: { readonly [Code in ErrorCode]: string } = {
  malformed_json: 'The body is not JSON.',
  invalid_query:
    'A query parameter is unknown or does not match its type, or the URL is too long; `detail` says which.',
  unauthenticated: 'The call needs a signed-in user.',
  invalid_credentials: 'Wrong email or password.',
  invalid_token: 'The token has expired, was revoked, or is unknown.',
  refresh_token_reused: 'The refresh token was used before; its session has been ended.',
  magic_link_invalid: 'The sign-in link is unknown, used or expired.',
  schema_locked: 'The schema can only be changed by a deployment; `detail` names the file to edit.',
  email_unverified: 'The email address has to be verified first.',
  method_not_allowed: 'The path does not support this method; `Allow` lists those that it supports.',
  plugin_dependency: 'An active plugin depends on this one.',
  file_too_large: 'The file is larger than the settings allow.',
  file_type_mismatch: 'The bytes do not match the type.',
  forbidden: 'The caller may not do this.',
  csrf_failed: 'The request is authenticated by a cookie, but does not come from a page of this site.',
  account_inactive: 'The account has been deactivated.',
  not_found: 'It does not exist, or the caller may not see it.',
  plugin_inactive: 'The plugin is turned off.',
  conflict: 'A value that must be unique is taken; `errors[].path` names the field.',
  in_use: 'Other documents refer to this one; `errors` names those that you may read.',
  invalid_transition: 'The status cannot change this way.',
  precondition_failed: '`If-Match` does not match: the document changed in the meantime.',
  payload_too_large:
    'The body or the headers exceed the limits: 1 MiB and 200,000 values, in bulk 8 MiB and 500 operations; 100 headers of 32 KiB together.',
  unsupported_media_type: 'The type of the body is not supported.',
  validation_failed: 'Values do not match the schema; `errors` says which and why.',
  rate_limited: 'Too many attempts; `Retry-After` says when to try again.',
  internal: 'Something went wrong in the service; the log has the details.',
  database_unavailable: 'The database is not responding.',
  storage_unavailable: 'The file storage does not respond; `Retry-After` says when to try again.',
  provider_unavailable: 'A provider that people sign in with does not respond.',
  schema_pending: 'Migrations have to be applied first.',
  not_configured: 'The service lacks a secret or a setting.',
  hook_loop: 'Hooks keep calling each other.',
}

/** Errors that are possible in every operation. */
const ALWAYS: readonly ErrorCode[] = [
  'internal',
  'database_unavailable',
  'schema_pending',
  'not_configured',
  'hook_loop',
]

/**
 * Returns error responses by status, each a shared component; `default` covers errors that do not depend on the
 * request.
 */
export function problemResponses(codes: readonly ErrorCode[], components: Components): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes))
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
  const named = [...byStatus].map(([status, grouped]) => {
    const properties = { status: { const: status }, code: { enum: grouped } }
    const build = () => problemResponse(grouped, properties, { retries: status === 429 || status === 503 }, components)
    return [String(status), components.response(grouped.join('.'), build)] as const
  })
  const always = () => problemResponse(ALWAYS, { code: { enum: ALWAYS } }, { retries: true }, components)
  return { ...Object.fromEntries(named), default: components.response('failure', always) }
}

function problemResponse(
  codes: readonly ErrorCode[],
  properties: JsonObject,
  { retries }: { retries: boolean },
  components: Components,
): JsonObject {
  const problem = components.schema('Problem', () => PROBLEM)
  return {
    description: codes.map((code) => `\`${code}\`: ${WORDS[code]}`).join(' '),
    headers: {
      'X-Request-Id': components.header('X-Request-Id'),
      ...(retries ? { 'Retry-After': components.header('Retry-After') } : {}),
    },
    content: {
      'application/problem+json': {
        schema: { allOf: [problem, { properties }] },
      },
    },
  }
}

const PROBLEM: JsonObject = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Permanent code, on which programs can branch.' },
    detail: { type: 'string' },
    requestId: { type: 'string', format: 'uuid' },
    errors: {
      type: 'array',
      maxItems: 100,
      description: 'The rejected values, at most 100, each with its problem.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The path of the value, dotted: `seo.title`, `links.2`.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
        required: ['path', 'code', 'message'],
        additionalProperties: false,
      },
    },
    operations: {
      type: 'array',
      description: 'In bulk requests, the refused operations, each with the error that it would have returned alone.',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer', minimum: 0, description: 'The position of the operation in the request.' },
          status: { type: 'integer' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
        required: ['index', 'status', 'code', 'detail'],
        additionalProperties: false,
      },
    },
    help: { type: 'string', description: 'Path on this service of the page that explains the code.' },
  },
  required: ['type', 'title', 'status', 'code', 'requestId', 'help'],
  additionalProperties: false,
}
