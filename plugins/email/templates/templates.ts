import { message } from 'lintel/kit'
import type {
  AccountExistsEmail,
  InvitationEmail,
  MagicLinkEmail,
  OneTimeCodeEmail,
  PasswordChangedEmail,
  PasswordResetEmail,
  RegistrationConfirmationEmail,
  SignInChangedEmail,
  TokenMadeEmail,
  VerificationEmail,
} from '../email-kinds.ts'
import type { Content } from './content.ts'
import { duration } from './duration.ts'
import { describeSignInChange } from './sign-in-change.ts'

/** Default lifetimes of links and codes. */
const VERIFICATION_HOURS = 24
const RESET_MINUTES = 60

/** Template of a kind of message. The links in its values are already complete. */
export interface Template<Values> {
  readonly label: string
  readonly write: (values: Values, site: string) => Content
  /** Returns the time after which the content expires, in minutes; `undefined` if it does not expire. */
  readonly lifetimeMinutes: (values: Values) => number | undefined
}

const NOT_YOU = 'If you did not ask for this, ignore this message: nothing will happen.'

const verification: Template<VerificationEmail> = {
  label: message('Email verification'),
  lifetimeMinutes: ({ expiryHours = VERIFICATION_HOURS }) => expiryHours * 60,
  write: ({ name, verificationUrl, expiryHours = VERIFICATION_HOURS }, site) => ({
    subject: `Confirm your email address for ${site}`,
    preview: 'One click, and your address is confirmed.',
    title: 'Confirm your email address',
    name,
    paragraphs: [`Please confirm that this address is yours, so that ${site} can reach you here.`],
    action: { label: 'Confirm address', url: verificationUrl },
    notes: [`The link works once, for ${duration(expiryHours * 60)}.`, NOT_YOU],
  }),
}

const passwordReset: Template<PasswordResetEmail> = {
  label: message('Password reset'),
  lifetimeMinutes: ({ expiryMinutes = RESET_MINUTES }) => expiryMinutes,
  write: ({ name, resetUrl, expiryMinutes = RESET_MINUTES }, site) => ({
    subject: `Set a new password for ${site}`,
    preview: 'Somebody, hopefully you, asked for a new password.',
    title: 'Set a new password',
    name,
    paragraphs: [`Somebody asked for a new password for your account at ${site}. If it was you, choose one here.`],
    action: { label: 'Choose a new password', url: resetUrl },
    notes: [
      `The link works once, for ${duration(expiryMinutes)}. A new password signs you out everywhere.`,
      'If it was not you, ignore this message: your password stays as it is.',
    ],
  }),
}

const passwordChanged: Template<PasswordChangedEmail> = {
  label: message('Password changed'),
  lifetimeMinutes: () => undefined,
  write: ({ name, resetUrl }, site) => ({
    subject: `Your password for ${site} was changed`,
    preview: 'If it was you, there is nothing to do.',
    title: 'Your password was changed',
    name,
    paragraphs: [
      `The password of your account at ${site} was changed just now, and everybody else who was signed in to it was signed out.`,
      'If it was you, there is nothing to do. If it was not, set another password at once.',
    ],
    action: { label: 'It was not me', url: resetUrl },
    notes: [],
  }),
}

const oneTimeCode: Template<OneTimeCodeEmail> = {
  label: message('One-time code'),
  lifetimeMinutes: ({ expiryMinutes }) => expiryMinutes,
  // The log keeps subjects, and locked phones show them: only the message contains the code.
  write: ({ name, code, expiryMinutes }, site) => ({
    subject: `Your sign-in code for ${site}`,
    preview: 'The code is in this message.',
    title: 'Your sign-in code',
    name,
    paragraphs: [`Type this code where ${site} asks you for it.`],
    code,
    notes: [
      `The code works once, for ${duration(expiryMinutes)}. Do not give it to anybody, no matter who asks.`,
      'If you are not signing in at the moment, somebody knows your password: set a new one.',
    ],
  }),
}

const magicLink: Template<MagicLinkEmail> = {
  label: message('Magic link'),
  lifetimeMinutes: ({ expiryMinutes }) => expiryMinutes,
  write: ({ name, magicLinkUrl, expiryMinutes }, site) => ({
    subject: `Your sign-in link for ${site}`,
    preview: 'Sign in without a password.',
    title: 'Sign in',
    name,
    paragraphs: [`Use this button to sign in to ${site}. No password is needed.`],
    action: { label: 'Sign in', url: magicLinkUrl },
    notes: [`The link works once, for ${duration(expiryMinutes)}. Do not pass it on to anybody.`, NOT_YOU],
  }),
}

const registration: Template<RegistrationConfirmationEmail> = {
  label: message('Registration confirmation'),
  lifetimeMinutes: () => undefined,
  write: ({ name, loginUrl }, site) => ({
    subject: `Welcome to ${site}`,
    preview: 'Your account is ready.',
    title: 'Your account is ready',
    name,
    paragraphs: [`Thank you for registering. Your account at ${site} is ready to use with this email address.`],
    ...(loginUrl === undefined ? {} : { action: { label: 'Sign in', url: loginUrl } }),
    notes: ['If you did not register, somebody typed your address by mistake: ignore this message.'],
  }),
}

const accountExists: Template<AccountExistsEmail> = {
  label: message('Account exists'),
  lifetimeMinutes: () => undefined,
  write: ({ name, loginUrl, resetUrl }, site) => ({
    subject: `Your account at ${site}`,
    preview: 'You have an account already.',
    title: 'You have an account already',
    name,
    paragraphs: [
      `Somebody tried to register at ${site} with this address, which has an account. If it was you, sign in with it.`,
    ],
    action: { label: 'Sign in', url: loginUrl },
    ...(resetUrl === undefined
      ? {}
      : { also: { label: 'If you have forgotten your password, set a new one', url: resetUrl } }),
    notes: [
      'If it was not you, ignore this message: nothing was changed, and they learned nothing about your account.',
    ],
  }),
}

const invitation: Template<InvitationEmail> = {
  label: message('Invitation'),
  lifetimeMinutes: ({ expiryMinutes }) => expiryMinutes,
  write: ({ to, name, inviteUrl, invitedBy, role, expiryMinutes }, site) => ({
    subject: invitedBy === undefined ? `You are invited to ${site}` : `${invitedBy} invites you to ${site}`,
    preview: 'Accept the invitation, and your account is ready.',
    title: `You are invited to ${site}`,
    name,
    paragraphs: [
      `${invitedBy ?? 'An administrator'} invites you to ${site}${role === undefined ? '' : `, with the role ${role}`}.`,
      `Accept to choose how you sign in. Your account will have this address: ${to}.`,
    ],
    action: { label: 'Accept the invitation', url: inviteUrl },
    notes: [
      `The link works once, for ${duration(expiryMinutes)}. After that, ask for another invitation.`,
      'If you do not know what this is about, ignore this message: no account is created until you accept.',
    ],
  }),
}

const tokenMade: Template<TokenMadeEmail> = {
  label: message('API token created'),
  lifetimeMinutes: () => undefined,
  write: ({ name, tokenName, scopes, expiresAt, madeBy, tokensUrl }, site) => ({
    subject: `A new API token for your account at ${site}`,
    preview: 'A program may now act on your behalf.',
    title: 'A new API token',
    name,
    paragraphs: [
      `${madeBy === undefined ? 'An API token was created' : `${madeBy} created an API token`} for your account at ${site}: “${tokenName.replace(/\s+/g, ' ')}”.`,
      `It may: ${scopes.length === 0 ? 'read what you may read' : scopes.join(', ')}. It ${expiresAt === null ? 'never expires' : `expires on ${expiresAt.slice(0, 10)}`}.`,
    ],
    action: { label: 'View the tokens', url: tokensUrl },
    notes: ['If you do not know what this is about, revoke the token and set a new password.'],
  }),
}

const signInChanged: Template<SignInChangedEmail> = {
  label: message('Sign-in changed'),
  lifetimeMinutes: () => undefined,
  write: ({ name, change, resetUrl }, site) => {
    const { title, subject, text } = describeSignInChange(change)
    return {
      subject: `${subject} at ${site}`,
      preview: 'If it was you, there is nothing to do.',
      title,
      name,
      paragraphs: [text, 'If it was you, there is nothing to do. If it was not, set a new password at once.'],
      action: { label: 'It was not me', url: resetUrl },
      notes: [],
    }
  },
}

const test: Template<{ readonly to: string }> = {
  label: message('Test message'),
  lifetimeMinutes: () => undefined,
  write: (_values, site) => ({
    subject: `Test message from ${site}`,
    preview: 'Sending mail works.',
    title: 'Sending mail works',
    name: undefined,
    paragraphs: [`This is the test message that an administrator of ${site} asked for.`],
    notes: ['There is nothing to do.'],
  }),
}

/** Input of each template, by its name in the log. */
export interface TemplateInputs {
  'registration-confirmation': RegistrationConfirmationEmail
  verification: VerificationEmail
  'password-reset': PasswordResetEmail
  'password-changed': PasswordChangedEmail
  'one-time-code': OneTimeCodeEmail
  'magic-link': MagicLinkEmail
  'account-exists': AccountExistsEmail
  invitation: InvitationEmail
  'token-made': TokenMadeEmail
  'sign-in-changed': SignInChangedEmail
  test: { readonly to: string }
}

export type TemplateName = keyof TemplateInputs

export const TEMPLATES: { readonly [Name in TemplateName]: Template<TemplateInputs[Name]> } = {
  'registration-confirmation': registration,
  verification,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'one-time-code': oneTimeCode,
  'magic-link': magicLink,
  'account-exists': accountExists,
  invitation,
  'token-made': tokenMade,
  'sign-in-changed': signInChanged,
  test,
}
