import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { withApp } from '../plugins/core-auth/authenticator-app.ts'
import { nextMail } from '../plugins/core-auth/mailbox.ts'
import { PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ vars: { JWT_SECRET: SECRET } })

beforeAll(() => site.service.fetch('/api/health'))

/** A window at a host name, since an IP address has no passkeys, with an authenticator in it. */
async function openWithAuthenticator(token?: string): Promise<Page> {
  const page = await site.open()
  const origin = site.origin.replace('127.0.0.1', 'localhost')
  if (token !== undefined) await page.context().addCookies([{ name: 'auth_token', value: token, url: origin }])
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${origin}/auth/login`)
  return page
}

/** Pages from now on offer passkeys by their button alone, as in browsers that suggest none. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(new URL('/admin/profile', page.url()).href)
  await page.getByLabel('Name of a new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey has been added', { exact: true }).waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
}

describe('a passkey', () => {
  it('is added on the profile page, signs in as both factors by the suggestion and by the button, and is removed', async () => {
    const person = await withApp(site.service)
    const page = await openWithAuthenticator(person.token)
    await addPasskey(page, 'Laptop <1>')
    expect(await page.getByText('Laptop <1>', { exact: true }).count()).toBe(1)
    expect((await nextMail(site.service, person.email, 2)).body).toContain('A passkey was added')

    await signOut(page)
    await page.goto(new URL('/auth/login?redirect=/admin/profile', page.url()).href)
    await page.waitForURL('**/admin/profile') // the browser suggests the passkey, and the device says yes

    await signOut(page)
    await withoutSuggestions(page)
    await page.goto(new URL('/auth/login', page.url()).href)
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await page.waitForURL('**/admin/')

    await page.goto(new URL('/admin/profile', page.url()).href)
    const rows = await site.service.sql<{ name: string; signatures: number }>(
      'SELECT name, signatures FROM passkeys WHERE user_id = ? AND last_used_at IS NOT NULL',
      person.id,
    )
    expect(rows).toEqual([{ name: 'Laptop <1>', signatures: expect.any(Number) }])
    await page.getByText(/^Rename or remove/).click()
    await page.locator('form[action^="/admin/profile/passkeys/"] input[name="name"]').fill('Old <laptop>')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByText('The passkey has been renamed', { exact: true }).waitFor()

    await site.service.sql('UPDATE sessions SET created_at = created_at - 3600000 WHERE user_id = ?', person.id)
    await page.reload()
    await page.getByText(/^Rename or remove/).click()
    await page.locator('details input[name="password"]').fill(PASSWORD)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Remove Old <laptop>' }).click()
    await page
      .locator('dialog button[data-variant="destructive"]:visible')
      .click({ timeout: 2000 })
      .catch(() => {})
    await page.getByText('The passkey has been removed', { exact: true }).waitFor()
    await signOut(page)
    await page.goto(new URL('/auth/login', page.url()).href)
    await button.click()
    await page.getByText('This passkey does not belong to an account here.', { exact: true }).waitFor()
    await page.close()
  })

  it('answers a challenge once, in the browser that asked for it, for this service, and only while its account is active', async () => {
    const person = await signedIn(site.service, 'editor')
    const page = await openWithAuthenticator(person.token)
    await addPasskey(page, 'Phone')
    await signOut(page)
    await page.goto(new URL('/auth/forgot-password', page.url()).href)
    const answer = () =>
      page.evaluate(async () => {
        const ask = (path: string, body: unknown) =>
          fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
        const { options, state } = await (await ask('/api/auth/passkeys/sign-in/options', undefined)).json()
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
        const credential = JSON.parse(JSON.stringify(await navigator.credentials.get({ publicKey })))
        return { state, credential }
      })
    const send = (body: unknown) =>
      page.evaluate(async (sent) => {
        const response = await fetch('/api/auth/passkeys/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        })
        return [response.status, (await response.json()).code]
      }, body)
    const first = await answer()
    const elsewhere = await site.service.json('/api/auth/passkeys/sign-in', { body: first })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'invalid_token'])
    const { state } = await answer()
    expect(await send({ ...first, state })).toEqual([401, 'invalid_credentials'])
    expect(await send(first)).toEqual([200, undefined])
    expect(await send(first)).toEqual([401, 'invalid_credentials']) // the number of its signature is known
    await site.service.sql('UPDATE passkeys SET signatures = 0 WHERE user_id = ?', person.id)
    expect(await send(first)).toEqual([401, 'invalid_token']) // and so is the challenge
    await site.service.sql('UPDATE passkeys SET signatures = 1000 WHERE user_id = ?', person.id)
    expect(await send(await answer())).toEqual([401, 'invalid_credentials']) // a copy that counts from less
    await site.service.sql('UPDATE passkeys SET signatures = 0 WHERE user_id = ?', person.id)
    await site.service.sql('UPDATE users SET is_active = 0 WHERE id = ?', person.id)
    expect(await send(await answer())).toEqual([403, 'account_inactive'])
  })

  it('asks for the password where signing in is a while ago, and is no business of others', async () => {
    const [person, other] = [await signedIn(site.service, 'editor'), await signedIn(site.service, 'editor')]
    const page = await openWithAuthenticator(person.token)
    await site.service.sql('UPDATE sessions SET created_at = created_at - 3600000 WHERE user_id = ?', person.id)
    await page.goto(new URL('/admin/profile', page.url()).href)
    await page.getByLabel('Name of a new passkey').fill('Key')
    await page.locator('#passkey-password').fill('not the password')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The password is wrong.', { exact: true }).waitFor()
    await page.locator('#passkey-password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey has been added', { exact: true }).waitFor()
    const [row] = await site.service.sql<{ id: string }>('SELECT id FROM passkeys WHERE user_id = ?', person.id)
    const removed = await site.service.json(`/api/auth/passkeys/${row?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${other.token}` },
    })
    expect(removed.status).toBe(404)
  })
})
