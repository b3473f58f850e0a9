import { afterAll, describe, expect, it } from 'vitest'
import { CLIENT_SECRET, startProvider } from '../plugins/core-auth/identity-provider.ts'
import { nextMail, tokenIn } from '../plugins/core-auth/mailbox.ts'
import { SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'

const provider = await startProvider()
const vars = { JWT_SECRET: SECRET, ISSUER: provider.issuer, CLIENT_SECRET }
const site = sharedSite({ root: 'test/fixtures/oidc', vars })

afterAll(() => provider.stop())

/** An administrator's window. */
async function adminWindow() {
  await site.service.fetch('/api/health')
  const { token } = await signedIn(site.service, 'admin')
  const page = await site.open()
  await page.context().addCookies([{ name: 'auth_token', value: token, url: site.origin }])
  return page
}

describe('somebody who is invited', () => {
  it('chooses a passkey on the page of the invitation, and is signed in', async () => {
    const page = await adminWindow()
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'Invite' }).click()
    await page.getByLabel('Email').fill('guest@example.com')
    await page.getByLabel('Role').selectOption('editor')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way', { exact: true }).waitFor()
    await page.close()

    const mail = await nextMail(site.service, 'guest@example.com')
    const guest = await site.open()
    const cdp = await guest.context().newCDPSession(guest)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    const origin = site.origin.replace('127.0.0.1', 'localhost')
    await guest.goto(`${origin}/auth/invitation?token=${tokenIn(mail, '/auth/invitation')}`)
    await guest.getByLabel('First name').fill('Grace')
    await guest.getByRole('button', { name: 'Use a passkey instead of a password' }).click()
    await guest.waitForURL('**/admin/')
    const made = await site.service.sql(
      'SELECT first_name, role, email_verified, password_hash, passkeys.name FROM users JOIN passkeys ON user_id = users.id',
    )
    expect(made).toEqual([
      { first_name: 'Grace', role: 'editor', email_verified: 1, password_hash: null, name: 'Chrome on Linux' },
    ])
    await guest.close()
  })
})

describe('the button of a provider', () => {
  it('leads there and back to the page that was asked for', async () => {
    await site.service.fetch('/api/health')
    provider.seat({
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      realm_access: { roles: ['cms-editors'] },
    })
    const page = await site.open()
    await page.goto('/admin/profile')
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await page.getByRole('link', { name: 'Continue as ada@example.com' }).click()
    await page.waitForURL('**/admin/profile')
    await page.getByText(/ada@example\.com, editor/).waitFor()
    await page.close()
  })
})
