import { html } from 'hono/html'
import { form, type Page } from './pages.ts'
import type { SignInOption } from './sign-in-option.ts'

/** The page where people sign in. */
export function loginPage({ redirect, email, error, registration, option }: LoginPage): Page {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  return {
    title: 'Sign in',
    error,
    body: html`${form({
      action: '/auth/login',
      submit: 'Sign in',
      hidden: { redirect },
      fields: [
        { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
    })}<nav>${option === null ? '' : html`<a href="${option.path}${query}">${option.label}</a>`}<a href="/auth/forgot-password">Forgot your password?</a>${
      registration ? html`<a href="/auth/register${query}">Make an account</a>` : ''
    }</nav>`,
  }
}

export interface LoginPage {
  /** Where to go afterwards. */
  readonly redirect?: string | undefined
  readonly email?: string | undefined
  readonly error?: string | undefined
  /** Whether people may register. */
  readonly registration: boolean
  /** Another way to sign in. */
  readonly option: SignInOption | null
}

/** The page that takes the code of the second factor. */
export function codePage(challengeToken: string, redirect: string | undefined): Page {
  return {
    title: 'Enter the code',
    body: html`<p>A code of six digits has been sent to your email address. It works for ten minutes.</p>${form({
      action: '/auth/otp',
      submit: 'Sign in',
      hidden: { challengeToken, redirect },
      fields: [{ name: 'code', label: 'Code', autocomplete: 'one-time-code' }],
    })}`,
  }
}

export interface RegisterPage {
  readonly values?: { readonly [field: string]: string | undefined }
  readonly error?: string | undefined
}

export function registerPage({ values = {}, error }: RegisterPage): Page {
  return {
    title: 'Make an account',
    error,
    body: html`${form({
      action: '/auth/register',
      submit: 'Make an account',
      fields: [
        { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: values.email },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT },
        { name: 'username', label: 'Username', autocomplete: 'nickname', value: values.username, optional: true },
        { name: 'firstName', label: 'First name', autocomplete: 'given-name', value: values.firstName, optional: true },
        { name: 'lastName', label: 'Last name', autocomplete: 'family-name', value: values.lastName, optional: true },
      ],
    })}<nav><a href="/auth/login">Sign in instead</a></nav>`,
  }
}

export function forgotPage(error?: string): Page {
  return {
    title: 'Forgot your password?',
    error,
    body: html`<p>You get a mail with a link by which you set a new one.</p>${form({
      action: '/auth/forgot-password',
      submit: 'Send the link',
      fields: [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }],
    })}<nav><a href="/auth/login">Back to signing in</a></nav>`,
  }
}

export function resetPage(token: string, error?: string): Page {
  return {
    title: 'Set a new password',
    error,
    body: form({
      action: '/auth/reset-password',
      submit: 'Set the password',
      hidden: { token },
      fields: [
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: PASSWORD_HINT,
        },
      ],
    }),
  }
}

/** Says how something ended, and leads on. */
export function notePage(title: string, text: string): Page {
  return { title, body: html`<p>${text}</p><nav><a href="/auth/login">Sign in</a></nav>` }
}

/** Asks somebody whom another site sent here whether signing out is meant. */
export const logoutPage: Page = {
  title: 'Sign out?',
  body: form({ action: '/auth/logout', submit: 'Sign out', fields: [] }),
}

const PASSWORD_HINT = 'At least 8 characters, and none of the most common passwords.'
