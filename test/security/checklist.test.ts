import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const lines = [...text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| (\S+) \| (.+) \|$/gm)].map(
  ([, chapter, section, number, state, reason]) => ({
    id: `${chapter}.${section}.${number}`,
    order: Number(chapter) * 10_000 + Number(section) * 100 + Number(number),
    state: state ?? '',
    reason: reason ?? '',
  }),
)

/** Requirements of levels 1 and 2 in each chapter of version 5.0.0; V10 and V17 do not apply. */
const CHAPTERS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
}

describe('the checklist of docs/security.md', () => {
  test('has every requirement once, in order', () => {
    const orders = lines.map(({ order }) => order)
    expect(orders).toEqual([...new Set(orders)].sort((a, b) => a - b))
    const counts = Object.entries(CHAPTERS).map(([chapter]) => [
      Number(chapter),
      lines.filter(({ id }) => id.startsWith(`${chapter}.`)).length,
    ])
    expect(Object.fromEntries(counts)).toEqual(CHAPTERS)
  })

  test('says of each how it stands, and why', () => {
    const states = ['met', 'partly', 'no', 'operator', 'n/a']
    expect(lines.filter(({ state, reason }) => !states.includes(state) || reason.length < 6)).toEqual([])
  })

  test('names tests that are there', () => {
    const named = [...text.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, path]) => `test/${path}`)
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
  })

  test('names sources that are there', () => {
    const named = [...text.matchAll(/`((?:runtime|system|plugins)\/[\w/.-]+?(?:\.ts|\/))`/g)].map(
      ([, path = '']) => path,
    )
    const missing = named.filter(
      (path) => !path.endsWith('.test.ts') && !existsSync(path) && !existsSync(`src/${path}`),
    )
    expect(missing).toEqual([])
  })

  test('counts right', () => {
    const count = (state: string) => lines.filter((line) => line.state === state).length
    const sentence = text.slice(text.indexOf('Of 217')).replace(/\s+/g, ' ')
    expect(sentence).toContain(
      `Of ${lines.length} requirements outside the chapters on OAuth and WebRTC, ${count('met')} are met, ${count('partly')} partly, ${count('no')} are not, ${count('operator')} are the operator's, and ${count('n/a')} do not apply.`,
    )
  })

  test('links to headings that are there', () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const [, anchor] of text.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchors).toContain(anchor)
    for (const [, file = ''] of text.matchAll(/\]\(([\w-]+\.md)/g)) expect(existsSync(`docs/${file}`), file).toBe(true)
  })
})
