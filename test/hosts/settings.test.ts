import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/hosts/node/settings.ts'

describe('a number in the environment', () => {
  it.each([
    ['PORT', 0, 65_535],
    ['PROCESSES', 1, 128],
  ] as const)('%s is a whole number from %d to %d', (name, least, most) => {
    const read = (value: number | string) =>
      readSettings({ [name]: String(value) })[name === 'PORT' ? 'port' : 'processes']
    expect([read(least), read(most)]).toEqual([least, most])
    for (const value of [most + 1, -1, 1.5, '1e3', 'many', ' 1'])
      expect(() => read(value), String(value)).toThrow(`${name} is '${value}'. Set it to a whole number`)
  })

  it('is the usual one without a value', () => {
    expect(readSettings({ PORT: '' })).toMatchObject({ port: 8787, processes: 1 })
  })
})
