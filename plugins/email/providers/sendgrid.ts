import { postJson } from './post-json.ts'
import { AUTOMATIC, type Provider } from './provider.ts'

/** Tracking would send people who follow a link through other servers, with the token in the link. */
const UNTRACKED = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
}

/** Sends by SendGrid's API, version 3. It supports no idempotency key. */
export function sendgrid(apiKey: string, baseUrl = 'https://api.sendgrid.com'): Provider {
  return async ({ from, to, replyTo, subject, html, text }) => {
    const { headers } = await postJson({
      provider: 'SendGrid',
      url: `${baseUrl.replace(/\/$/, '')}/v3/mail/send`,
      headers: { Authorization: `Bearer ${apiKey}` },
      body: {
        personalizations: [{ to: [{ email: to }] }],
        from,
        ...(replyTo === undefined ? {} : { reply_to: { email: replyTo } }),
        subject,
        // The API requires the plain part first.
        content: [
          { type: 'text/plain', value: text },
          { type: 'text/html', value: html },
        ],
        headers: AUTOMATIC,
        tracking_settings: UNTRACKED,
      },
    })
    return { providerId: headers.get('x-message-id') }
  }
}
