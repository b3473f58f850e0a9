import { beforeAll, describe, expect, test } from 'vitest'
import { freshAddress, login, SECRET } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

beforeAll(async () => {
  await service.fetch('/api/health')
})

let count = 0

/** Makes an account; gives its email and the status. */
async function register(password: string) {
  count += 1
  const email = `chooser-${count}@example.com`
  const headers = { 'cf-connecting-ip': freshAddress() }
  return { email, ...(await service.json('/auth/register', { body: { email, password }, headers })) }
}

describe('a password', () => {
  test.each([
    ['of small letters only', 'qwhzkfjvbn'],
    ['of digits only', '8351972046'],
    ['of spaces and other scripts', '   пароль 密码 🔑   '],
    ['of 64 characters', 'x7'.repeat(32)],
    ['of 256 characters', 'x7'.repeat(128)],
  ])('may consist %s, and is taken as it is', async (_, password) => {
    const { email, status } = await register(password)
    expect(status).toBe(201)
    await service.sql('UPDATE users SET email_verified = 1 WHERE email = ?', email)
    expect((await login(service, email, password)).status).toBe(200)
    for (const other of [
      password.slice(0, -1),
      ` ${password}`,
      password.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    ]) {
      if (other !== password) expect([401, 422]).toContain((await login(service, email, other)).status)
    }
  })

  test.each([
    ['too short', 'kfjvbnq', 'too_small'],
    ['too long', 'x7'.repeat(128 + 1), 'too_big'],
    ['among the most common', 'Password123', 'too_common'],
  ])('is refused when it is %s', async (_, password, code) => {
    const { status, body } = await register(password)
    expect([status, body.errors[0].code]).toEqual([422, code])
  })
})
