import { mailbox } from '../address.ts'
import { postJson, property, textProperty } from './post-json.ts'
import { AUTOMATIC, DeliveryError, type Provider } from './provider.ts'

/** Sends by Postmark's API, through the stream for transactional mail. It supports no idempotency key. */
export function postmark(serverToken: string, baseUrl = 'https://api.postmarkapp.com'): Provider {
  return async ({ from, to, replyTo, subject, html, text }) => {
    const { body } = await postJson({
      provider: 'Postmark',
      url: `${baseUrl.replace(/\/$/, '')}/email`,
      headers: { 'X-Postmark-Server-Token': serverToken },
      body: {
        From: mailbox(from),
        To: to,
        ...(replyTo === undefined ? {} : { ReplyTo: replyTo }),
        Subject: subject,
        HtmlBody: html,
        TextBody: text,
        MessageStream: 'outbound',
        Headers: Object.entries(AUTOMATIC).map(([Name, Value]) => ({ Name, Value })),
        // Tracking would send people who follow a link through other servers, with the token in the link.
        TrackOpens: false,
        TrackLinks: 'None',
      },
    })
    const code = property(body, 'ErrorCode')
    if (code !== 0) throw new DeliveryError(`Postmark answered with the error code ${String(code)}`)
    return { providerId: textProperty(body, 'MessageID') }
  }
}
