/** Facts that are reported with an error. */
export interface ErrorContext {
  readonly environment: string
  /** Release of the program that runs: the first digits of its hash. */
  readonly release: string
  /** Operation that failed, without values: `GET /api/posts/:id`, `cron webhooks.deliver`. */
  readonly transaction: string
  readonly tags: { readonly [name: string]: string }
  /** Values that must not be sent: the worker's secrets. */
  readonly secrets: readonly string[]
}

/**
 * Makes an event of Sentry's protocol (https://develop.sentry.dev/sdk/data-model/event-payloads/), without personal
 * data.
 */
export function errorEvent(error: unknown, context: ErrorContext) {
  const { environment, release, transaction, tags, secrets } = context
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' }
  return {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    environment,
    release,
    transaction,
    tags,
    exception: {
      values: [{ type: name, value: withoutSecrets(message, secrets), stacktrace: { frames: framesOf(stack ?? '') } }],
    },
  }
}

/** Maximum number of characters of a message. */
const MAX_MESSAGE = 1000

/**
 * Removes secrets, email addresses, tokens and quoted values from a message, because they describe people rather than
 * the fault.
 */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), message)
  return text
    .slice(0, MAX_MESSAGE)
    .replace(/[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/g, '[email]')
    .replace(/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g, '[token]')
    .replace(/\b[A-Za-z0-9_-]{40,}\b/g, '[token]')
    .replace(/(["'])(?:(?!\1).){1,400}\1/g, '$1…$1')
}

const FRAME = /^\s*at (?:(.+?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/

/** Returns the stack frames, the innermost last, as the protocol requires. */
function framesOf(stack: string) {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, file, lineno, colno] = FRAME.exec(line) ?? []
    if (file === undefined) return []
    return [{ function: name ?? '?', filename: file, lineno: Number(lineno), colno: Number(colno), in_app: true }]
  })
  return frames.reverse()
}
