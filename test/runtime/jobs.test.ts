import { expect, test } from 'vitest'
import { sharedService } from './fixture.ts'

const service = sharedService({ faults: true })

const MINUTE = 60_000
const ticks = async () => (await service.sql(`SELECT seq FROM probe_events WHERE event LIKE '%"tick"%'`)).length

test('a job whose minute no trigger came for is made up for, once', async () => {
  await service.schedule(0)
  expect(await ticks()).toBe(1)
  await service.schedule(7 * MINUTE)
  expect(await ticks()).toBe(2)
  await service.schedule(8 * MINUTE)
  expect(await ticks()).toBe(2)
  await service.schedule(63 * MINUTE)
  expect(await ticks()).toBe(3)
})

test('triggers at once run it once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => service.schedule(70 * MINUTE)))
  expect(await ticks()).toBe(4)
})

test('a run that fails comes again after a quarter of an hour', async () => {
  await service.fault('DB', 'down', { matching: 'probe_events' })
  await service.schedule(75 * MINUTE)
  await service.fault('DB', null)
  expect(await ticks()).toBe(4)
  await service.schedule(76 * MINUTE)
  expect(await ticks()).toBe(4)
  await service.schedule(91 * MINUTE)
  expect(await ticks()).toBe(5)
})
