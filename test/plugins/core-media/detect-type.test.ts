import { afterEach, describe, expect, it, vi } from 'vitest'
import { detectType, HEAD_SIZE } from '../../../plugins/core-media/detect-type.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const filled = (part: string, start = '', end = '') =>
  start + part.repeat(Math.floor((HEAD_SIZE - start.length - end.length) / part.length)) + end

describe('SVG is told from other text', () => {
  it.each([
    '<svg/>',
    '\uFEFF  <svg xmlns="http://www.w3.org/2000/svg">',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?>\r\n<!-- <html> --><!-- > -->\n<SVG\n>',
    '<!doctype svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><svg>',
    '<!DOCTYPE svg [<!ENTITY a "<b>">]><!-- a --><svg >',
  ])('%s', async (text) => {
    expect(await detectType(bytes(text), undefined)).toBe('image/svg+xml')
  })

  it.each([
    '<svgs>',
    'svg',
    '<html><svg>',
    '<!-- <svg>',
    '<!DOCTYPE svg [<svg>',
    '<!DOCTYPE a><!DOCTYPE b><svg>',
    '< svg>',
  ])('%s is none', async (text) => {
    expect(await detectType(bytes(text), 'text/plain')).toBe('text/plain')
  })
})

/** Texts that made a pattern with several open ends try everything anew from each of its places. */
const HOSTILE: readonly [string, string][] = [
  ['doctypes', filled('<!DOCTYPE')],
  ['doctypes in brackets', filled('<!DOCTYPE[')],
  ['doctypes with closed brackets', filled('<!DOCTYPE[]', '', '<svg')],
  ['comments', filled('<!--')],
  ['comments that end', filled('<!---->')],
  ['instructions', filled('<?')],
  ['instructions that end', filled('<??>')],
  ['brackets', filled('[', '<!DOCTYPE ')],
  ['spaces', filled(' ')],
  ['a prefix', filled('a', '<')],
  ['prefixes', filled('a:', '<')],
]

describe('4 KB of text are looked through once', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each(HOSTILE)('%s', async (_, text) => {
    const steps = countSteps()
    await detectType(bytes(text), 'text/plain')
    // Each character by itself and by a search that passes over it, and the root's name.
    expect(steps()).toBeLessThan(3 * HEAD_SIZE)
  })
})

/** Counts characters that are looked at, and refuses patterns on more than a name. */
function countSteps(): () => number {
  let steps = 0
  const { indexOf } = String.prototype
  const { test } = RegExp.prototype
  const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt')
  vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, sought, from = 0) {
    const found = indexOf.call(this, sought, from)
    steps += (found === -1 ? this.length : found) - from
    return found
  })
  vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
    steps += text.length ** 2
    return test.call(this, text)
  })
  return () => steps + charCodeAt.mock.calls.length
}
