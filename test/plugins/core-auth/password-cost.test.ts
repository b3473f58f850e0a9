import { scryptSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD_COST } from '../../../src/runtime/accounts/password-cost.ts'
import { hashPassword, verifyPassword } from '../../../src/runtime/accounts/password-hash.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { addUser, login, PASSWORD, SECRET } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET }, dearPasswords: true })

beforeAll(async () => {
  await service.fetch('/api/health')
})

describe('the cost of a password in production', () => {
  it('is 32 MB and 2^15 rounds, and stands in the hash', async () => {
    expect(PASSWORD_COST).toEqual({ ln: 15, r: 8, p: 1 })
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^scrypt\$ln=15,r=8,p=1\$/)
    expect([await verifyPassword(PASSWORD, hash), await verifyPassword('another', hash)]).toEqual([true, false])
  })

  it('takes as long over an unknown email as over a wrong password', async () => {
    const { email } = await addUser(service, { isDear: true })
    const fastest = async (address: string) => {
      const times = []
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const start = performance.now()
        await login(service, address, 'not the password')
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    // Without a hash to compute it would be a tenth.
    expect(await fastest('nobody-at-all@example.com')).toBeGreaterThan((await fastest(email)) / 3)
  })

  it('hashes the password anew when it was hashed at a lower cost', async () => {
    const { id, email } = await addUser(service)
    const cheap = 'scrypt$ln=10,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$'
    const hash = scryptSync(PASSWORD, 'saltsaltsaltsalt', 32, { N: 1024, r: 8, p: 1 }).toString('base64url')
    await service.sql('UPDATE users SET password_hash = ? WHERE id = ?', cheap + hash, id)
    expect((await login(service, email)).status).toBe(200)
    const [row] = await service.sql<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = ?', id)
    expect(row?.password_hash).toMatch(/^scrypt\$ln=15,r=8,p=1\$/)
    expect((await login(service, email)).status).toBe(200)
  })
})
