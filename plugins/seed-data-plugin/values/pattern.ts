import type { Random } from '../random.ts'

/** Maximum number of repetitions above the minimum if the pattern has no upper bound. */
const SPARE = 6

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}_`
const ESCAPES: Readonly<Record<string, string>> = {
  d: DIGITS,
  w: WORD,
  s: ' ',
  D: LOWER,
  W: '-',
  S: WORD,
  t: '\t',
  n: '\n',
}

/**
 * Returns text that matches a regular expression. Supports sequences, alternatives, groups, classes and repetitions.
 * Lookahead, lookbehind and back-references are ignored, so the result must be tested against the expression.
 * @param length approximate number of characters in the text
 */
export function matching(source: string, random: Random, length = 0): string {
  const reader = { source, at: 0, random, wanted: length }
  return alternatives(reader)()
}

interface Reader {
  readonly source: string
  at: number
  readonly random: Random
  readonly wanted: number
}

/** Makes text for a part of the expression. */
type Part = () => string

function alternatives(reader: Reader): Part {
  const choices = [sequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at += 1
    choices.push(sequence(reader))
  }
  return () => reader.random.pick(choices)()
}

function sequence(reader: Reader): Part {
  const parts: Part[] = []
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    parts.push(repeated(reader, atom(reader)))
  }
  return () => parts.map((part) => part()).join('')
}

function atom(reader: Reader): Part {
  const character = reader.source[reader.at] ?? ''
  reader.at += 1
  if (character === '(') return group(reader)
  if (character === '[') return oneOf(reader, characterClass(reader))
  if (character === '.') return oneOf(reader, LOWER)
  if (character === '^' || character === '$') return () => ''
  if (character === '\\') return oneOf(reader, escaped(reader))
  return () => character
}

function group(reader: Reader): Part {
  const head = /^\?(?::|<[a-zA-Z]\w*>)/.exec(reader.source.slice(reader.at))?.[0]
  const looksAround = /^\?<?[=!]/.exec(reader.source.slice(reader.at))?.[0]
  reader.at += (head ?? looksAround ?? '').length
  const inner = alternatives(reader)
  reader.at += 1
  return looksAround === undefined ? inner : () => ''
}

function escaped(reader: Reader): string {
  const character = reader.source[reader.at] ?? ''
  reader.at += 1
  if (character === 'b' || character === 'B') return ''
  const class_ = /^\{(\w+)(?:=\w+)?\}/.exec(reader.source.slice(reader.at))
  if ((character === 'p' || character === 'P') && class_) {
    reader.at += class_[0].length
    if (class_[1]?.startsWith('Lu')) return LOWER.toUpperCase()
    return class_[1]?.startsWith('N') ? DIGITS : LOWER
  }
  const code = { x: /^[0-9a-fA-F]{2}/, u: /^[0-9a-fA-F]{4}/ }[character]?.exec(reader.source.slice(reader.at))?.[0]
  if (code !== undefined) {
    reader.at += code.length
    return String.fromCharCode(Number.parseInt(code, 16))
  }
  return ESCAPES[character] ?? character
}

/** Returns the characters that a class matches; for a negated class, letters and digits that are not in it. */
function characterClass(reader: Reader): string {
  const isNegated = reader.source[reader.at] === '^'
  if (isNegated) reader.at += 1
  let characters = ''
  while (reader.at < reader.source.length && reader.source[reader.at] !== ']') {
    const first = classCharacter(reader)
    const isRange = reader.source[reader.at] === '-' && ![undefined, ']'].includes(reader.source[reader.at + 1])
    if (!isRange || first.length !== 1) {
      characters += first
      continue
    }
    reader.at += 1
    characters += range(first, classCharacter(reader))
  }
  reader.at += 1
  return isNegated ? [...`${WORD}-. `].filter((character) => !characters.includes(character)).join('') : characters
}

function classCharacter(reader: Reader): string {
  const character = reader.source[reader.at] ?? ''
  reader.at += 1
  return character === '\\' ? escaped(reader) : character
}

function range(from: string, to: string): string {
  const first = from.charCodeAt(0)
  const last = Math.min(to.charCodeAt(0), first + 255)
  return String.fromCharCode(...Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index))
}

function oneOf({ random }: Reader, characters: string): Part {
  return () => (characters === '' ? '' : (characters[random.integer(0, characters.length - 1)] ?? ''))
}

function repeated(reader: Reader, part: Part): Part {
  const found = /^(?:\*|\+|\?|\{(\d+)(,(\d*))?\})\??/.exec(reader.source.slice(reader.at))
  if (!found) return part
  reader.at += found[0].length
  const [min, max] = bounds(found)
  const { random, wanted } = reader
  return () => {
    const most = max ?? Math.max(min + SPARE, wanted)
    const least = Math.min(most, Math.max(min, wanted))
    return Array.from({ length: random.integer(least, Math.min(most, least + SPARE)) }, part).join('')
  }
}

function bounds([text, least, comma, most]: readonly (string | undefined)[]): readonly [number, number | null] {
  if (least === undefined) return text?.[0] === '+' ? [1, null] : text?.[0] === '?' ? [0, 1] : [0, null]
  return [Number(least), comma === undefined ? Number(least) : most ? Number(most) : null]
}
