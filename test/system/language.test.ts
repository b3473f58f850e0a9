import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
let token: string

beforeAll(async () => {
  await service.fetch('/api/health')
  token = (await signedIn(service, 'editor')).token
})

const page = async (headers: Record<string, string>) => {
  const answer = await service.fetch('/admin/content', {
    headers: { accept: 'text/html', ...bearer(token), ...headers },
  })
  return answer.text()
}

describe('the language of the admin', () => {
  it('is English where nobody asks for another', async () => {
    expect(await page({})).toMatch(/<html lang="en".*Skip to the content/s)
    expect(await page({ 'accept-language': 'fr, *;q=0.5' })).toContain('<html lang="en"')
  })

  it('is one that the browser asks for, by weight', async () => {
    expect(await page({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).toMatch(
      /<html lang="de".*Zum Inhalt springen/s,
    )
    expect(await page({ 'accept-language': 'en, de;q=0.9' })).toContain('<html lang="en"')
  })

  it('is the chosen one before all, and names the others in their own words', async () => {
    const chosen = await service.fetch('/auth/language', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'language=de&back=/admin/content',
    })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/admin/content'])
    const cookie = String(chosen.headers.get('set-cookie')).split(';')[0] ?? ''
    const german = await page({ cookie, 'accept-language': 'en' })
    expect(german).toContain('<html lang="de"')
    expect(german).toMatch(/<button[^>]*value="en"[^>]*>English</)
  })

  it('refuses one that there is none of', async () => {
    const refused = await service.fetch('/auth/language', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: 'language=tlh',
    })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('en, de')])
  })
})
