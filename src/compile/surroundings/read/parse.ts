import { parse as parseTomlText } from 'smol-toml'
import { parseDocument } from 'yaml'
import { isTable, type Table } from '../../table.ts'
import { withoutComments } from '../../without-comments.ts'

/** The contents of a file, or the reason why they cannot be read. */
export type Parsed = { readonly content: Table } | { readonly problem: string }

/** Formats of settings, by the name of their parser. */
export type Format = keyof typeof PARSERS

/** Parses text in a format. A name that is repeated is a problem, because tools differ in which value they use. */
export function parseText(format: Format, text: string): Parsed {
  try {
    const content = PARSERS[format](text)
    return isTable(content) ? { content } : { problem: 'it is not a table of settings' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // After the first line or a colon, parsers quote the text, which may contain a token.
    return { problem: reason.startsWith(REPEATED) ? reason : `it is not valid ${NAMES[format]}` }
  }
}

const REPEATED = 'it repeats the name'

const NAMES = { json: 'JSON', jsonc: 'JSON', yaml: 'YAML', toml: 'TOML', ini: 'INI' } as const

const PARSERS = {
  json: (text: string) => parseUnique(text),
  jsonc: (text: string) => parseUnique(withoutComments(text)),
  yaml: parseYaml,
  toml: (text: string): unknown => parseTomlText(text),
  ini: parseIni,
}

/** Parses YAML whose values stay text, so that no hash or version is taken for a number. */
function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: true, prettyErrors: false })
  const [error] = document.errors
  if (error?.code === 'DUPLICATE_KEY') throw new Error(`${REPEATED} of a key`)
  if (error) throw error
  return document.contents === null ? {} : document.toJS({ maxAliasCount: 100 })
}

function parseUnique(text: string): unknown {
  const content: unknown = JSON.parse(text)
  const names = [...text.matchAll(/"(?:\\.|[^"\\])*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined)
  if (names.length !== countNames(content)) throw new Error(`${REPEATED} of a key`)
  return content
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, item) => sum + countNames(item), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

/**
 * Parses lines of the form `name = value`, as in `.npmrc` and `.env`. A repeated name has a list of all its values, in
 * order.
 */
function parseIni(text: string): Table {
  const content = new Map<string, unknown>()
  let section = ''
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue
    const header = /^\[(.+)\]$/.exec(line)?.[1]
    if (header !== undefined) section = `${header}.`
    else {
      const [, name = line, value = true] = /^(?:export\s+)?([^=]*?)\s*=\s*(.*)$/.exec(line) ?? []
      const key = `${section}${name}`
      content.set(key, content.has(key) ? [content.get(key), value].flat() : value)
    }
  }
  return Object.fromEntries(content)
}

/** Decodes a file: without a byte order mark, with line feeds; `null` if it is not UTF-8. */
export function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}
