import type { SendEmail } from '@cloudflare/workers-types'
import { inTime } from 'lintel/kit'
import { property } from './post-json.ts'
import { AUTOMATIC, DeliveryError, type Provider } from './provider.ts'

/** Codes of permanent errors, for which sending the message again does not help. */
const PERMANENT = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_SUPPRESSED',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_CONTENT_TOO_LARGE',
])

/**
 * Time limit for the binding, in milliseconds. The binding counts as a call to another worker, and such calls have no
 * time limit of their own.
 */
const DEADLINE = 15_000

/**
 * Sends by Cloudflare's `send_email` binding. The binding accepts no idempotency key, and of the headers in `AUTOMATIC`
 * only the one that begins with X.
 */
export function cloudflare(env: object, binding = 'EMAIL'): Provider {
  return async ({ from, to, replyTo, subject, html, text }) => {
    const sender = property(env, binding) as SendEmail | undefined // the binding of this name in wrangler.toml
    if (typeof sender?.send !== 'function') {
      throw new DeliveryError(`there is no send_email binding named ${binding}: declare it in wrangler.toml`)
    }
    const headers = { 'X-Auto-Response-Suppress': AUTOMATIC['X-Auto-Response-Suppress'] }
    const message = { from, to, subject, html, text, headers, ...(replyTo === undefined ? {} : { replyTo }) }
    try {
      const { messageId } = await inTime('mail', DEADLINE, () => sender.send(message))
      return { providerId: messageId ?? null }
    } catch (error) {
      const code = property(error, 'code')
      const permanent = typeof code === 'string' && PERMANENT.has(code)
      throw new DeliveryError(`Cloudflare: ${error instanceof Error ? error.message : String(error)}`, { permanent })
    }
  }
}
