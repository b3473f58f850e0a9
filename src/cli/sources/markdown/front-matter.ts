import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Json } from '../../../config/fields/field-type.ts'
import { Failure } from '../../failure.ts'
import { isObject, type JsonObject } from '../json/parse-record.ts'
import { countLines } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'

export interface FrontMatter {
  readonly values: JsonObject
  readonly body: string
}

/** Most characters of a front matter: a page of values has a few thousand. */
const LONGEST = 256 * 1024

const TOO_DEEP = 'The front matter cannot be read: it has too many aliases or levels, or refers to itself.'

/** A block between lines of `---` is YAML, one between lines of `+++` is TOML. */
const BLOCKS = [
  { begins: /^---[^\S\n]*\n/, ends: /^(?:---|\.\.\.)[^\S\n]*$/m, parse: readYaml },
  { begins: /^\+\+\+[^\S\n]*\n/, ends: /^\+\+\+[^\S\n]*$/m, parse: readToml },
]

/**
 * The front matter of a file, and its text below.
 * @throws Failure for one that cannot be read, with the line
 */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const source = text.replace(/\r\n?/g, '\n')
  for (const { begins, ends, parse } of BLOCKS) {
    const opening = begins.exec(source)?.[0]
    if (opening === undefined) continue
    const rest = source.slice(opening.length)
    const closing = ends.exec(rest)
    if (closing === null) continue // a line across the page
    if (closing.index > LONGEST) throw sourceFailure(file, 1, 'The front matter is longer than 256 KB.')
    const values = asJson(parse(rest.slice(0, closing.index), file), file)
    const body = rest.slice(closing.index + closing[0].length).trim()
    if (values === null) return { values: {}, body }
    if (isObject(values)) return { values, body }
  }
  return { values: {}, body: source.trim() }
}

function readYaml(text: string, file: string): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'error', merge: true })
    const [error] = document.errors
    if (error === undefined) return document.toJS({ maxAliasCount: 100 })
    if (/call stack/.test(error.message)) throw sourceFailure(file, 1, TOO_DEEP)
    const line = 2 + countLines(text.slice(0, error.pos[0]))
    throw sourceFailure(file, line, `The front matter is not valid YAML. ${firstLine(error.message)}`)
  } catch (error) {
    throw error instanceof Failure ? error : sourceFailure(file, 1, TOO_DEEP)
  }
}

function readToml(text: string, file: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    const line = error instanceof Error && 'line' in error ? 1 + Number(error.line) : 1
    const reason = error instanceof Error ? firstLine(error.message).replace(/^Invalid TOML document: /, '') : ''
    throw sourceFailure(file, line, `The front matter is not valid TOML: ${reason}.`)
  }
}

/** Values as JSON has them: dates become text, numbers that are none become nothing. */
function asJson(value: unknown, file: string): Json {
  try {
    return JSON.parse(JSON.stringify(value ?? null)) as Json // JSON.parse gives nothing else
  } catch {
    throw sourceFailure(file, 1, TOO_DEEP)
  }
}

function firstLine(message: string): string {
  const [line = ''] = message.split('\n')
  return line.replace(/ at line \d+, column \d+:?$/, '').slice(0, 200)
}
