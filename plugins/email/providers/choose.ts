import type { RequestContext } from 'lintel/kit'
import { deliverySettings, type Settings } from '../settings.ts'
import { cloudflare } from './cloudflare.ts'
import { postmark } from './postmark.ts'
import { DeliveryError, type Provider } from './provider.ts'
import { resend } from './resend.ts'
import { sendgrid } from './sendgrid.ts'
import { sendBySmtp } from './smtp/send.ts'

/**
 * Returns the provider that the settings name.
 * @throws HttpError `not_configured` while its secret is missing; DeliveryError if another of its settings is missing
 */
export function chooseProvider(c: RequestContext): Provider {
  const settings = deliverySettings(c)
  return CHOICES[settings.provider](settings, c)
}

const CHOICES: Readonly<Record<Settings['provider'], (settings: Settings, c: RequestContext) => Provider>> = {
  resend: (settings) => resend(keyOf(settings), settings.baseUrl),
  sendgrid: (settings) => sendgrid(keyOf(settings), settings.baseUrl),
  postmark: (settings) => postmark(keyOf(settings), settings.baseUrl),
  cloudflare: ({ binding }, c) => cloudflare(c.env, binding),
  smtp: ({ smtp, apiKey }) => {
    if (smtp === undefined) throw new DeliveryError('the setting smtp is missing')
    return sendBySmtp({ ...smtp, password: apiKey })
  },
}

function keyOf({ apiKey }: Settings): string {
  if (apiKey === undefined) throw new DeliveryError('the setting apiKey is missing')
  return apiKey
}
