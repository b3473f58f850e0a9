import { message } from '../messages/messages.ts'

/**
 * Every error that the service responds with. `code` is permanent: clients branch on it. Errors are sent as RFC 9457
 * problem details.
 */
export const ERRORS = {
  malformed_json: { status: 400, title: message('Malformed JSON') },
  invalid_query: { status: 400, title: message('Invalid query') },
  unauthenticated: { status: 401, title: message('Sign in first') },
  invalid_credentials: { status: 401, title: message('Wrong email or password') },
  invalid_token: { status: 401, title: message('Invalid token') },
  refresh_token_reused: { status: 401, title: message('Refresh token used twice') },
  magic_link_invalid: { status: 401, title: message('Invalid sign-in link') },
  forbidden: { status: 403, title: message('Not allowed') },
  csrf_failed: { status: 403, title: message('Request from another site') },
  schema_locked: { status: 403, title: message('Schema is locked') },
  email_unverified: { status: 403, title: message('Email address not verified') },
  account_inactive: { status: 403, title: message('Account is not active') },
  not_found: { status: 404, title: message('Not found') },
  plugin_inactive: { status: 404, title: message('Plugin is turned off') },
  method_not_allowed: { status: 405, title: message('Method not allowed') },
  conflict: { status: 409, title: message('Conflict') },
  in_use: { status: 409, title: message('Still in use') },
  invalid_transition: { status: 409, title: message('Status cannot change this way') },
  plugin_dependency: { status: 409, title: message('Another plugin depends on it') },
  precondition_failed: { status: 412, title: message('Changed in the meantime') },
  payload_too_large: { status: 413, title: message('Body too large') },
  file_too_large: { status: 413, title: message('File too large') },
  unsupported_media_type: { status: 415, title: message('Unsupported media type') },
  file_type_mismatch: { status: 415, title: message('File does not match its type') },
  validation_failed: { status: 422, title: message('Validation failed') },
  rate_limited: { status: 429, title: message('Too many requests') },
  internal: { status: 500, title: message('Internal error') },
  database_unavailable: { status: 503, title: message('Database unavailable') },
  storage_unavailable: { status: 503, title: message('Storage unavailable') },
  provider_unavailable: { status: 503, title: message('Sign-in provider unavailable') },
  schema_pending: { status: 503, title: message('Migrations pending') },
  not_configured: { status: 503, title: message('Service is not configured') },
  hook_loop: { status: 508, title: message('Hooks call each other without end') },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS

/** Returns the path, on the service, of the documentation section that explains an error. */
export function helpOf(code: ErrorCode): string {
  return `/docs/guides/errors#${code}`
}
