import { Failure, isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { countLines } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'

export interface FrontMatter {
  readonly values: JsonObject
  readonly body: string
}

/** Maximum length of front matter, in characters. Front matter usually has at most a few thousand. */
const LONGEST = 256 * 1024

const TOO_DEEP = 'The front matter cannot be read: it has too many aliases or levels, or refers to itself.'

/** Front matter as it was found in a file. */
interface Block {
  readonly language: string
  readonly text: string
  readonly body: string
  /** Number of lines of the file above `text`. */
  readonly above: number
}

/**
 * Splits a file into its front matter and the text below it. Front matter is YAML between lines of `---`, TOML between
 * lines of `+++`, JSON between lines of `;;;` or as an object in braces, or YAML or JSON with only a closing line, as
 * in Hexo. The opening line may name the language (`---toml`).
 * @throws Failure with the line if the front matter cannot be read: its values could say that the text is not public
 */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const source = text.replace(/\r\n?/g, '\n')
  const start = /^\s*\n|^/.exec(source)?.[0].length ?? 0
  const above = countLines(source.slice(0, start))
  const block = findBlock(source.slice(start), file, above)
  if (block === null) return { values: {}, body: source.trim() }
  if (block.text.length > LONGEST) throw sourceFailure(file, 1 + above, 'The front matter is longer than 256 KB.')
  const values = asJson(parserOf(block, file)(block.text, file, block.above), file)
  const body = block.body.trim()
  if (values === null) return { values: {}, body }
  if (isJsonObject(values)) return { values, body }
  // YAML without names is text between two horizontal rules.
  if (block.language === 'yaml') return { values: {}, body: source.trim() }
  throw sourceFailure(file, 1 + above, 'The front matter does not contain named values.')
}

function findBlock(source: string, file: string, above: number): Block | null {
  return fenced(source, file, above) ?? braced(source, file, above) ?? endedByLine(source, above)
}

const FENCES = [
  {
    begins: /^(-{3,})([a-z]*)[^\S\n]*\n/i,
    ends: '(?:FENCE|\\.\\.\\.)',
    language: 'yaml',
    value: /^[\w"'-]+\s*:(?:\s|$)/m,
  },
  { begins: /^(\+{3})([a-z]*)[^\S\n]*\n/i, ends: 'FENCE', language: 'toml', value: /^[\w"'.-]+\s*=/m },
  { begins: /^(;{3,})([a-z]*)[^\S\n]*\n/i, ends: 'FENCE', language: 'json', value: /^\s*"[^"\n]+"\s*:/m },
]

/** Finds a block between two equal lines. */
function fenced(source: string, file: string, above: number): Block | null {
  for (const { begins, ends, language, value } of FENCES) {
    const [opening, fence = '', named = ''] = begins.exec(source) ?? []
    if (opening === undefined) continue
    const rest = source.slice(opening.length)
    const end = ends.replace('FENCE', fence.replaceAll('+', '\\+'))
    const closing = new RegExp(`^${end}[^\\S\\n]*$`, 'm').exec(rest)
    if (closing !== null) {
      return {
        language: named.toLowerCase() || language,
        text: rest.slice(0, closing.index),
        body: rest.slice(closing.index + closing[0].length),
        above: above + 1,
      }
    }
    const [first = ''] = rest.trimStart().split('\n', 1)
    // If no value follows, the line is a horizontal rule.
    if (named === '' && !value.test(first)) return null
    throw sourceFailure(
      file,
      1 + above,
      `The front matter begins with ${fence}${named} but has no end.`,
      `Write ${fence} on a line below the values.`,
    )
  }
  return null
}

/** Finds an object in braces at the beginning, as in Hugo. */
function braced(source: string, file: string, above: number): Block | null {
  if (!/^\{\s*(?:["'}]|\w+\s*:)/.test(source)) return null
  let depth = 0
  let inString = false
  const most = Math.min(source.length, LONGEST + 1)
  for (let at = 0; at < most; at += 1) {
    const character = source[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return { language: 'json', text: source.slice(0, at + 1), body: source.slice(at + 1), above }
    }
  }
  throw sourceFailure(
    file,
    1 + above,
    'The front matter begins with a brace but has no end.',
    'Close the object with }.',
  )
}

/** Finds values at the beginning that have only a closing line, as in Hexo. */
function endedByLine(source: string, above: number): Block | null {
  const isYaml = /^(?:title|date|tags|categories|layout|draft|published|permalink|slug)\s*:\s/i.test(source)
  if (!isYaml && !/^"[^"\n]+"\s*:/.test(source)) return null
  const closing = (isYaml ? /^-{3,}[^\S\n]*$/m : /^;{3,}[^\S\n]*$/m).exec(source)
  if (closing === null) return null
  return {
    language: isYaml ? 'yaml' : 'json',
    text: source.slice(0, closing.index),
    body: source.slice(closing.index + closing[0].length),
    above,
  }
}

type Parse = (text: string, file: string, above: number) => unknown

const PARSERS: { readonly [language: string]: Parse } = {
  yaml: readYaml,
  yml: readYaml,
  toml: readToml,
  json: readJson,
}

function parserOf({ language, above }: Block, file: string): Parse {
  const parse = Object.hasOwn(PARSERS, language) ? PARSERS[language] : undefined
  if (parse !== undefined) return parse
  throw sourceFailure(
    file,
    above,
    `The front matter is written in ${language}, which is not supported.`,
    'Write it as YAML, TOML or JSON.',
  )
}

function readYaml(text: string, file: string, above: number): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'error', merge: true })
    const [error] = document.errors
    if (error === undefined) return document.toJS({ maxAliasCount: 100 })
    if (/call stack/.test(error.message)) throw sourceFailure(file, 1, TOO_DEEP)
    const line = 1 + above + countLines(text.slice(0, error.pos[0]))
    const hint = /mapping/i.test(error.message) ? 'Put a value with a colon in it into quotes.' : undefined
    throw sourceFailure(file, line, `The front matter is not valid YAML. ${firstLine(error.message)}`, hint)
  } catch (error) {
    throw error instanceof Failure ? error : sourceFailure(file, 1, TOO_DEEP)
  }
}

function readToml(text: string, file: string, above: number): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    const line = above + (error instanceof Error && 'line' in error ? Number(error.line) : 0)
    const reason = error instanceof Error ? firstLine(error.message).replace(/^Invalid TOML document: /, '') : ''
    throw sourceFailure(file, line, `The front matter is not valid TOML: ${reason}.`)
  }
}

/** Parses JSON. Hexo writes the members without braces. */
function readJson(text: string, file: string, above: number): unknown {
  try {
    return JSON.parse(/^\s*\{/.test(text) ? text : `{${text.replace(/,\s*$/, '')}}`)
  } catch (error) {
    const reason = error instanceof Error ? firstLine(error.message) : ''
    throw sourceFailure(file, 1 + above, `The front matter is not valid JSON: ${reason}.`)
  }
}

/** Converts values to JSON: dates become strings, and numbers that JSON does not have become `null`. */
function asJson(value: unknown, file: string): Json {
  try {
    return JSON.parse(JSON.stringify(value ?? null)) as Json // the only possible type
  } catch {
    throw sourceFailure(file, 1, TOO_DEEP)
  }
}

function firstLine(message: string): string {
  const [line = ''] = message.split('\n')
  return line.replace(/ at line \d+, column \d+:?$/, '').slice(0, 200)
}
