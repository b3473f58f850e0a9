/** A token of a script: a name, a literal or a sign. */
export interface ScriptToken {
  readonly text: string
  readonly kind: 'name' | 'literal' | 'sign'
  /** Number of the line, from 1. */
  readonly line: number
  /** True if it is the first token of its line, because a line break can end a statement. */
  readonly isFirst: boolean
}

const SPACE = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const NAME = /[#\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /\.?\d(?:[eE][+-]|[\w.])*/y
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y
const EXPRESSION = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y
const SIGN = /=>|\.\.\.|\?\.(?!\d)|\+\+|--|(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])=|[=!]==?|[<>]=|&&|\|\||\?\?|[\s\S]/y

/** Keywords after which a slash begins a regular expression. */
const BEFORE_EXPRESSION = new Set([
  'return',
  'typeof',
  'case',
  'do',
  'else',
  'in',
  'of',
  'void',
  'delete',
  'throw',
  'new',
  'await',
  'yield',
])

/**
 * Splits a script into tokens, without comments; `null` if that fails. Whether a slash divides is decided by the token
 * before it, which is right for usual code but not in every case; callers must tolerate that.
 */
export function readTokens(text: string): readonly ScriptToken[] | null {
  const tokens: ScriptToken[] = []
  let [index, line, isFirst] = [0, 1, true]
  while (index < text.length) {
    const space = take(SPACE, text, index)
    if (space !== null) {
      const breaks = space.split('\n').length - 1
      if (breaks > 0) isFirst = true
      line += breaks
      index += space.length
      continue
    }
    const token = takeToken(text, index, tokens.at(-1))
    if (token === null) return null
    tokens.push({ ...token, line, isFirst })
    line += token.text.split('\n').length - 1
    index += token.text.length
    isFirst = false
  }
  return tokens
}

function takeToken(
  text: string,
  index: number,
  before: ScriptToken | undefined,
): Pick<ScriptToken, 'text' | 'kind'> | null {
  const name = take(NAME, text, index)
  if (name !== null) return { text: name, kind: 'name' }
  const first = text[index]
  if (first === '`') {
    const end = endOfTemplate(text, index)
    return end === null ? null : { text: text.slice(index, end), kind: 'literal' }
  }
  if (first === '"' || first === "'") {
    const string = take(STRING, text, index)
    return string === null ? null : { text: string, kind: 'literal' }
  }
  const literal = take(NUMBER, text, index) ?? (opensExpression(before) ? take(EXPRESSION, text, index) : null)
  if (literal !== null) return { text: literal, kind: 'literal' }
  return { text: take(SIGN, text, index) ?? first ?? '', kind: 'sign' }
}

function opensExpression(before: ScriptToken | undefined): boolean {
  if (!before) return true
  if (before.kind === 'name') return BEFORE_EXPRESSION.has(before.text)
  return before.kind === 'sign' && ![')', ']', '}', '++', '--'].includes(before.text)
}

/** Returns the end of a template, including templates in its expressions. */
function endOfTemplate(text: string, start: number): number | null {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '`') return index + 1
    else if (text.startsWith('${', index)) {
      const end = endOfExpression(text, index + 2)
      if (end === null) return null
      index = end
    }
  }
  return null
}

/** Returns the position of the brace that closes an expression in a template. */
function endOfExpression(text: string, start: number): number | null {
  let depth = 0
  let before: ScriptToken | undefined
  for (let index = start; index < text.length; ) {
    const space = take(SPACE, text, index)
    if (space !== null) {
      index += space.length
      continue
    }
    if (text[index] === '}' && depth === 0) return index
    const token = takeToken(text, index, before)
    if (token === null) return null
    if (token.text === '{') depth += 1
    if (token.text === '}') depth -= 1
    before = { ...token, line: 0, isFirst: false }
    index += token.text.length
  }
  return null
}

function take(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? null
}
