import { mailbox } from '../address.ts'
import { postJson, textProperty } from './post-json.ts'
import { AUTOMATIC, type Provider } from './provider.ts'

/**
 * Sends by Resend's API. The message's id is the idempotency key: Resend does not send a repetition within a day again.
 */
export function resend(apiKey: string, baseUrl = 'https://api.resend.com'): Provider {
  return async ({ id, from, to, replyTo, subject, html, text }) => {
    const { body } = await postJson({
      provider: 'Resend',
      url: `${baseUrl.replace(/\/$/, '')}/emails`,
      headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': id },
      body: {
        from: mailbox(from),
        to: [to],
        ...(replyTo === undefined ? {} : { reply_to: replyTo }),
        subject,
        html,
        text,
        headers: AUTOMATIC,
      },
    })
    return { providerId: textProperty(body, 'id') }
  }
}
