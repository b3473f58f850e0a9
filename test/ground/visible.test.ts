import { describe, expect, it } from 'vitest'
import { visible, visibleInLine, visibleJson } from '../../src/ground/visible.ts'

describe('text that is printed', () => {
  it.each([
    ['the order of letters turned round', 'a\u202eb', 'a\\u{202e}b'],
    ['a sequence for a terminal', '\u001b[2J\u009b', '\\u{1b}[2J\\u{9b}'],
    ['a return of the carriage', 'safe\rgone\r\n', 'safe\\u{d}gone\n'],
    ['a space without width', 'ad\u200bmin\ufeff', 'ad\\u{200b}min\\u{feff}'],
    ['a joiner between letters that do not join', 'ad\u200dmin', 'ad\\u{200d}min'],
    ['tags', 'x\u{e0041}', 'x\\u{e0041}'],
    ['letters without a form', '\u3164\u115f\u2800\u00ad', '\\u{3164}\\u{115f}\\u{2800}\\u{ad}'],
    ['selectors that hide bytes', 'o\ufe0f\u{e0101}', 'o\\u{fe0f}\\u{e0101}'],
    ['half of a pair', 'a\ud800b', 'a\\u{d800}b'],
  ])('shows %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
    const json = visibleJson(JSON.stringify(text))
    expect(visible(json)).toBe(json)
    expect(JSON.parse(json)).toBe(text)
  })

  it.each(['👨‍👩‍👧 ❤️ 1️⃣ 👍🏽‍💻', 'می‌خواهم', 'क्‍ष', 'naïve\tcafé\n'])('leaves %j as it is', (text) => {
    expect(visible(text)).toBe(text)
  })

  it('begins no line of its own inside another', () => {
    expect(visibleInLine('a\n## b\tc')).toBe('a\\u{a}## b\\u{9}c')
  })
})
