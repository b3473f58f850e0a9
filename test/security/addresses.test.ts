import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKey } from '../../src/runtime/accounts/rate-limit.ts'

const RUNS = { seed: 37, numRuns: 500 }
const word = fc.nat(0xffff)
const words = (count: number) => fc.array(word, { minLength: count, maxLength: count })
const byte = fc.nat(255)

/** Ways to write an address of eight words: with zeros in front, in capital letters, with one run of zeros left out. */
function spellings(address: readonly number[]): string[] {
  const hex = address.map((word) => word.toString(16))
  const plain = hex.join(':')
  const ways = [plain, plain.toUpperCase(), hex.map((word) => word.padStart(4, '0')).join(':')]
  for (let start = 0; start < 8; start += 1) {
    for (let end = start + 1; end <= 8; end += 1) {
      if (address.slice(start, end).some((word) => word !== 0)) break
      ways.push(`${hex.slice(0, start).join(':')}::${hex.slice(end).join(':')}`)
    }
  }
  const [high = 0, low = 0] = address.slice(6)
  return [...ways, `${hex.slice(0, 6).join(':')}:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`]
}

describe('a caller is counted by', () => {
  it('the network of 64 bits, however it is written', () => {
    // The network of addresses in which IPv4 lies is another matter.
    const network = words(4).filter((four) => four.some((word) => word !== 0))
    const property = fc.property(network, words(4), words(4), (four, one, two) => {
      const keys = [...spellings([...four, ...one]), ...spellings([...four, ...two])].map((text) => addressKey(text))
      expect(new Set(keys)).toEqual(new Set([`${four.map((word) => word.toString(16)).join(':')}::/64`]))
    })
    fc.assert(property, RUNS)
  })

  it('another network where one bit of it is another', () => {
    const property = fc.property(words(8), fc.nat(63), (address, bit) => {
      const other = address.with(bit >> 4, (address[bit >> 4] ?? 0) ^ (1 << (bit & 15)))
      expect(addressKey(other.map((word) => word.toString(16)).join(':'))).not.toBe(
        addressKey(address.map((word) => word.toString(16)).join(':')),
      )
    })
    fc.assert(property, RUNS)
  })

  it('the address of IPv4, also where IPv6 holds it', () => {
    const property = fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const address = `${a}.${b}.${c}.${d}`
      const mapped = [0, 0, 0, 0, 0, 0xffff, (a << 8) | b, (c << 8) | d]
      for (const text of [address, ...spellings(mapped)]) expect([text, addressKey(text)]).toEqual([text, address])
    })
    fc.assert(property, RUNS)
  })

  it.each([
    [null, 'unknown'],
    ['not an address', 'not an address'],
    ['1:2:3', '1:2:3'],
    ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
    ['g::1', 'g::1'],
    ['::1:0:0:0:fffe:0:0', '0:1:0:0::/64'],
    ['::1:ffff:0102:0304', '0:0:0:0::/64'],
    ['::fffe:0102:0304', '0:0:0:0::/64'],
  ])('%s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
