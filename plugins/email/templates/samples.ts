import type { RequestContext } from 'lintel/kit'
import { type Rendered, render } from './render.ts'
import type { TemplateInputs, TemplateName } from './templates.ts'

const to = 'ada.lovelace@example.com'
const name = 'Ada Lovelace'

/** Values for the preview of each template. The links do not work. */
const SAMPLES: TemplateInputs = {
  'registration-confirmation': { to, name, loginUrl: '/auth/login' },
  verification: { to, name, verificationUrl: '/auth/verify-email?token=example' },
  'password-reset': { to, name, resetUrl: '/auth/reset-password?token=example' },
  'password-changed': { to, name, resetUrl: '/auth/forgot-password' },
  'one-time-code': { to, name, code: '483920', expiryMinutes: 10 },
  'magic-link': { to, name, magicLinkUrl: '/auth/magic-link/verify?token=example', expiryMinutes: 15 },
  'account-exists': { to, name, loginUrl: '/auth/login', resetUrl: '/auth/forgot-password' },
  invitation: {
    to,
    name,
    invitedBy: 'grace.hopper@example.com',
    role: 'editor',
    inviteUrl: '/auth/invitation?token=example',
    expiryMinutes: 10_080,
  },
  'token-made': {
    to,
    name,
    tokenName: 'Website',
    scopes: ['content.create', 'content.edit'],
    expiresAt: '2030-01-31T00:00:00.000Z',
    tokensUrl: '/admin/auth/tokens',
  },
  'sign-in-changed': { to, name, change: { kind: 'app-on' }, resetUrl: '/auth/forgot-password' },
  test: { to },
}

/** Returns a template as it is sent, with the sample values. */
export function renderSample<Name extends TemplateName>(c: RequestContext, template: Name): Promise<Rendered> {
  return render(c, template, SAMPLES[template])
}
