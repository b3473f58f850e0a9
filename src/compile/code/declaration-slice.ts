import type { ScriptToken } from './script-tokens.ts'

/** The part of a file that determines what one function of a declaration does, without the rest of the declaration. */
export interface Slice {
  /** The function as written, and everything outside of the declaration. */
  readonly text: string
  /**
   * Tells whether the rest of the declaration only describes. If it runs code of the project, such as a call or an
   * assignment, that might change what the function does.
   */
  readonly isAlone: () => boolean
  /** Names that occur in it, without those of imports. */
  readonly names: ReadonlySet<string>
  /** Imports of the file: local names and specifiers. */
  readonly imports: readonly { readonly names: readonly string[]; readonly specifier: string }[]
}

/**
 * Extracts the parts of a file that a function in a declaration depends on, such as `read` in the `access` of
 * `defineCollection({ … })`.
 * @param tokens tokens of the file
 * @param line line on which the declaration is called
 * @param path path of the function: `['access', 'read']`
 * @returns `null` if the file is too complex to decide; then the whole file counts
 */
export function sliceDeclaration(tokens: readonly ScriptToken[], line: number, path: readonly string[]): Slice | null {
  const call = callAt(tokens, line)
  if (!call) return null
  const steps = path.slice(0, -1)
  const group = steps.reduce<Range | null>((object, name) => object && objectNamed(tokens, object, name), {
    start: call.open + 1,
    end: call.close,
  })
  const value = group && entryNamed(tokens, group.start, path.at(-1) ?? '')
  if (!group || !value) return null
  const kept = tokens.filter((_, index) => index <= call.open || index >= call.close || within(index, value))
  return {
    isAlone: () => !runsBesides(tokens, call, group, value),
    text: kept.map(({ text, isFirst }) => (isFirst ? `\n${text}` : ` ${text}`)).join(''),
    names: namesIn(kept),
    imports: importsIn(tokens),
  }
}

interface Range {
  readonly start: number
  /** Index after its last token. */
  readonly end: number
}

function within(index: number, { start, end }: Range): boolean {
  return index >= start && index < end
}

/** A call, as the positions of its parentheses. */
interface Call {
  readonly open: number
  readonly close: number
}

/** Returns the single call on a line whose only argument is an object: `defineCollection({ … })`. */
function callAt(tokens: readonly ScriptToken[], line: number): Call | null {
  const calls: number[] = []
  for (let index = tokens.findIndex((token) => token.line === line); tokens[index]?.line === line; index += 1) {
    const opens = tokens[index + 1]?.text === '(' && tokens[index + 2]?.text === '{'
    if (opens && /^define[A-Z]/.test(tokens[index]?.text ?? '')) calls.push(index)
  }
  const [index, ...more] = calls
  if (index === undefined || more.length > 0) return null
  const close = endOf(tokens, index + 1)
  const end = endOf(tokens, index + 2)
  if (close === null || end === null) return null
  const isAlone = end + 1 === close || (end + 2 === close && tokens[end + 1]?.text === ',')
  return isAlone ? { open: index + 1, close } : null
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Returns the position of the bracket that closes the one at `open`; `null` if they do not match. */
function endOf(tokens: readonly ScriptToken[], open: number): number | null {
  const expected: string[] = []
  for (let index = open; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token?.kind !== 'sign') continue
    const closing = PAIRS[token.text]
    if (closing !== undefined) expected.push(closing)
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      if (expected.pop() !== token.text) return null
      if (expected.length === 0) return index
    }
  }
  return null
}

interface Entry extends Range {
  readonly name: string
}

/** Returns the range of a value by its name in an object literal, or of the whole method or shorthand property. */
function entryNamed(tokens: readonly ScriptToken[], open: number, name: string): Range | null {
  const found = entriesOf(tokens, open)?.filter((entry) => entry.name === name) ?? []
  return found.length === 1 && found[0] ? found[0] : null
}

/** Returns the range of the object literal under a name in another one. */
function objectNamed(tokens: readonly ScriptToken[], { start }: Range, name: string): Range | null {
  const found = entryNamed(tokens, start, name)
  const isObject = found && tokens[found.start]?.text === '{' && endOf(tokens, found.start) === found.end - 1
  return isObject ? found : null
}

/** Returns the entries of an object literal; `null` if one is spread or computed. */
function entriesOf(tokens: readonly ScriptToken[], open: number): Entry[] | null {
  const close = endOf(tokens, open)
  if (close === null) return null
  const entries: Entry[] = []
  for (let start = open + 1; start < close; ) {
    const end = endOfEntry(tokens, start, close)
    const key = tokens[start]
    if (end === null || !key || key.kind === 'sign') return null
    const name = key.kind === 'name' ? key.text : /^(["'])([^\\]*)\1$/.exec(key.text)?.[2]
    if (name === undefined) return null
    entries.push({ name, start: tokens[start + 1]?.text === ':' ? start + 2 : start, end })
    start = end + 1
  }
  return entries
}

/** Returns the position of the comma after an entry, or of the brace after the last one. */
function endOfEntry(tokens: readonly ScriptToken[], start: number, close: number): number | null {
  for (let index = start; index < close; index += 1) {
    const token = tokens[index]
    if (token?.kind !== 'sign') continue
    if (token.text === ',') return index
    if (PAIRS[token.text] === undefined) continue
    const end = endOf(tokens, index)
    if (end === null) return null
    index = end
  }
  return close
}

/** Tells whether a declaration runs code besides one value and the functions beside it. */
function runsBesides(tokens: readonly ScriptToken[], call: Call, group: Range, value: Range): boolean {
  const lintel = lintelNames(tokens)
  const inert = entriesOf(tokens, group.start)?.filter((entry) => isFunction(tokens, entry)) ?? []
  const ignored = [value, ...inert]
  for (let index = call.open + 1; index < call.close; index += 1) {
    if (!ignored.some((range) => within(index, range)) && runsCode(tokens, index, lintel)) return true
  }
  return false
}

/** Tells whether a value is a function literal, which runs nothing before it is called. */
function isFunction(tokens: readonly ScriptToken[], { start }: Range): boolean {
  const first = tokens[start]
  if (first?.kind === 'name' && tokens[start + 1]?.text === '(') return isMethod(tokens, start)
  if (first?.kind === 'name') return first.text === 'function' || tokens[start + 1]?.text === '=>'
  const end = first?.text === '(' ? endOf(tokens, start) : null
  return end !== null && (tokens[end + 1]?.text === '=>' || tokens[end + 1]?.text === ':')
}

/** Tells whether an entry is a method: `read({ user }) { … }` */
function isMethod(tokens: readonly ScriptToken[], start: number): boolean {
  const end = endOf(tokens, start + 1)
  return end !== null && tokens[end + 1]?.text === '{'
}

const ACTING = new Set(['new', 'delete', 'await', 'yield', 'import'])

/** Tells whether a token in a declaration runs code: an assignment, or a call of something that is not lintel's. */
function runsCode(tokens: readonly ScriptToken[], index: number, lintel: ReadonlySet<string>): boolean {
  const token = tokens[index]
  const before = tokens[index - 1]
  if (!token) return false
  if (token.kind === 'name') return ACTING.has(token.text) && before?.text !== '.' && tokens[index + 1]?.text !== ':'
  if (token.kind === 'literal') return token.text.startsWith('`') && (token.text.includes('${') || !isQuiet(before))
  if (token.text === '(') return !isQuiet(before) && !lintel.has(rootOf(tokens, index - 1))
  if (token.text === '++' || token.text === '--') return true
  return /=$/.test(token.text) && !/^(?:[=!]==?|[<>]=)$/.test(token.text)
}

/** Tells whether a following `(` begins a group or a function instead of a call. */
function isQuiet(before: ScriptToken | undefined): boolean {
  if (before?.kind !== 'sign') return false
  return !/^(?:[)\]}]|\?\.|>+)$/.test(before.text)
}

/** Returns the root of an expression: `field` of `field.string` and of `field.json<Part>`. */
function rootOf(tokens: readonly ScriptToken[], last: number): string {
  let index = last
  if (/^>+$/.test(tokens[index]?.text ?? '')) {
    while (index > 0 && tokens[index]?.text !== '<') index -= 1
    index -= 1
  }
  while (tokens[index]?.kind === 'name' && tokens[index - 1]?.text === '.') index -= 2
  return tokens[index]?.kind === 'name' ? (tokens[index]?.text ?? '') : ''
}

function lintelNames(tokens: readonly ScriptToken[]): ReadonlySet<string> {
  return new Set(importsIn(tokens).flatMap(({ names, specifier }) => (specifier === 'lintel' ? names : [])))
}

/** Returns the imports of a file, without those of types alone. */
function importsIn(tokens: readonly ScriptToken[]): Slice['imports'] {
  return tokens.flatMap((token, index) => {
    const end = token.text === 'import' ? endOfImport(tokens, index) : null
    if (end === null || tokens[index + 1]?.text === 'type') return []
    const clause = tokens.slice(index + 1, end)
    const names = clause.flatMap(({ kind, text }, at) =>
      kind === 'name' && text !== 'from' && clause[at + 1]?.text !== 'as' && text !== 'as' ? [text] : [],
    )
    return [{ names, specifier: (tokens[end]?.text ?? '').slice(1, -1) }]
  })
}

/** Returns the position of the specifier of an import declaration that begins at a token. */
function endOfImport(tokens: readonly ScriptToken[], index: number): number | null {
  const token = tokens[index]
  if (token?.text !== 'import' || !token.isFirst || ['(', '.'].includes(tokens[index + 1]?.text ?? '')) return null
  const end = tokens.findIndex(({ kind }, at) => at > index && kind === 'literal')
  return end === -1 ? null : end
}

/** Returns the names in tokens, without those of import declarations. */
function namesIn(tokens: readonly ScriptToken[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]?.text === 'import') index = endOfImport(tokens, index) ?? index
    const token = tokens[index]
    if (token?.kind === 'name') names.add(token.text)
    else if (token?.text.startsWith('`')) for (const [name] of token.text.matchAll(/[\w$]+/g)) names.add(name)
  }
  return names
}
