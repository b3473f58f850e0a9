import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Service, startService } from '../../harness/service.ts'
import { openLink } from '../magic-link-auth/links.ts'
import { codeOf } from './authenticator-app.ts'
import { resetToken, signInLink } from './credentials.ts'
import { codeIn } from './mailbox.ts'
import { as, challengeOf, mailOf, newOwner, type Owner, otp, post, turnAppOn } from './owners.ts'
import { SECRET } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, faults: true })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

/** Proofs of an identity that are used up before the account is read, each with what presents it. */
const PROOFS: Readonly<Record<string, (owner: Owner) => Promise<() => Promise<Answer>>>> = {
  'a sign-in link': async ({ email }) => {
    const link = await signInLink({ service }, email)
    return () => openLink(service, link)
  },
  'a code by mail': async (owner) => {
    await post(service, '/api/auth/second-factor', { enabled: true }, as(owner.session))
    let challenge = ''
    const mail = await mailOf({ service }, owner.email, 'one-time-code', async () => {
      challenge = (await challengeOf({ service }, owner)) ?? ''
    })
    return () => otp({ service }, challenge, codeIn(mail))
  },
  'a code of the app': async (owner) => {
    await turnAppOn({ service }, owner)
    const challenge = (await challengeOf({ service }, owner)) ?? ''
    const code = await codeOf(owner.secret ?? '', 1)
    return () => otp({ service }, challenge, code)
  },
}

/** Counts the proofs of an account that are used up or tried. */
const SPENT = `SELECT
  (SELECT count(*) FROM magic_links WHERE user_email = ?1 AND used = 1) +
  (SELECT count(*) FROM one_time_tokens WHERE user_id = ?2 AND purpose LIKE 'sign-in%' AND tries > 0) AS "spent"`

it.each(Object.keys(PROOFS))('%s that a new password overtakes opens nothing', async (name) => {
  const owner = await newOwner({ service })
  const present = await PROOFS[name]?.(owner)
  const token = await resetToken({ service }, owner.email)
  await service.fault('DB', 'slow', { matching: 'from .?users', nth: 1, delay: 5000 })
  const late = present?.()
  await expect.poll(async () => (await service.sql<{ spent: number }>(SPENT, owner.email, owner.id))[0]?.spent).toBe(1)
  const reset = await post(service, '/auth/reset-password', { token, password: 'another correct horse battery 8' })
  const answer = await late
  await service.fault('DB', null)
  expect([reset.status, answer?.status, answer?.body.code]).toEqual([200, 409, 'conflict'])
  const open = await service.sql('SELECT id FROM sessions WHERE user_id = ?1 AND revoked_at IS NULL', owner.id)
  expect(open).toEqual([])
})
