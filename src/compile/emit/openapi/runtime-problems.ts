import type { ErrorCode } from '../../../config/errors.ts'
import type { ManifestRoute } from '../../../manifest/index.ts'
import { accessProblems } from './access.ts'

/** The kinds of body that a route accepts. */
export interface BodyKinds {
  readonly json: boolean
  readonly form: boolean
  /** A body that the handler reads itself. */
  readonly other: boolean
}

export const NO_BODY: BodyKinds = { json: false, form: false, other: false }
export const JSON_BODY: BodyKinds = { json: true, form: false, other: false }

/**
 * Returns the errors that the runtime may return before the handler runs: for a long URL, large headers, an inactive
 * plugin, a missing permission, or an invalid body.
 */
export function runtimeProblems(route: ManifestRoute, body: BodyKinds): readonly ErrorCode[] {
  const takesBody = body.json || body.form || body.other
  return [
    'invalid_query',
    'payload_too_large',
    ...(route.collection === undefined ? (['plugin_inactive'] as const) : []),
    ...accessProblems(route.access, { writes: route.method !== 'GET' }),
    ...(body.json ? (['malformed_json'] as const) : []),
    ...(takesBody ? (['unsupported_media_type', 'validation_failed'] as const) : []),
  ]
}
