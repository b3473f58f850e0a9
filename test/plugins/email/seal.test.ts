import { expect, test } from 'vitest'
import { seal, unseal } from '../../../plugins/email/seal.ts'
import type { WithEnv } from '../../../src/runtime/kit.ts'

const holding = (JWT_SECRET?: string): WithEnv => ({ env: { JWT_SECRET } as unknown as WithEnv['env'] })
const TEXT = 'The code is 481516 — Grüße'

test('what is sealed says nothing, each time otherwise, and is opened where it lies', async () => {
  const c = holding('a secret')
  const sealed = [await seal(c, 'message-1', TEXT), await seal(c, 'message-1', TEXT)]
  expect(new Set(sealed).size).toBe(2)
  expect(Buffer.from(sealed[0]?.split('.').at(-1) ?? '', 'base64').toString('latin1')).not.toContain('481516')
  expect(await unseal(c, 'message-1', sealed[0] ?? '')).toBe(TEXT)
  await expect(unseal(c, 'message-2', sealed[0] ?? '')).rejects.toThrow('no longer has')
})

test('a secret that was replaced opens as long as it is named', async () => {
  const sealed = await seal(holding('old'), 'message-1', TEXT)
  expect(await unseal(holding('new, old'), 'message-1', sealed)).toBe(TEXT)
  await expect(unseal(holding('new'), 'message-1', sealed)).rejects.toThrow('no longer has')
})

test('without a secret nobody signs in, and texts stay as they are', async () => {
  expect(await seal(holding(), 'message-1', TEXT)).toBe(TEXT)
  expect(await unseal(holding('later'), 'message-1', TEXT)).toBe(TEXT)
})
