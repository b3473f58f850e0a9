import type { ErrorCode } from '../../../config/errors.ts'
import type { ManifestRoute } from '../../../manifest/index.ts'
import { accessProblems } from './access.ts'

/** The bodies that a route takes. */
export interface BodyKinds {
  readonly json: boolean
  readonly form: boolean
  /** Something that the handler reads itself. */
  readonly other: boolean
}

export const NO_BODY: BodyKinds = { json: false, form: false, other: false }
export const JSON_BODY: BodyKinds = { json: true, form: false, other: false }

/**
 * The problems with which the runtime itself may refuse a request before a handler is asked: an address or headers that are too large,
 * a plugin that is turned off, a caller who may not, a body that is none.
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
