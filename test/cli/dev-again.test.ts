import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAgain } from '../../src/cli/dev/again.ts'
import type { Diagnostic } from '../../src/compile/diagnostics/diagnostic.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const late = { diagnostics: [{ code: 'config-hangs' } as Diagnostic] }
const broken = { diagnostics: [{ code: 'syntax-error' } as Diagnostic] }

it('a build that came to no end is tried again by itself, less and less often, until one does', () => {
  const attempts: number[] = []
  const again = createAgain(() => {
    attempts.push(Date.now() - began)
    again.after(attempts.length < 3 ? late : broken)
  })
  const began = Date.now()
  again.after(late)
  vi.advanceTimersByTime(600_000)
  expect(attempts).toEqual([10_000, 30_000, 70_000])
  again.after(late)
  again.end()
  vi.advanceTimersByTime(600_000)
  expect(attempts).toHaveLength(3)
})
