/** A request in a document with the response shown below it. */
export interface HttpExample {
  /** Of the fence in its file, from 1. */
  readonly line: number
  readonly request: Message
  readonly response: Message
}

/** A message as it is written: first line, headers, body. */
export interface Message {
  readonly start: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** A fenced block of code with its language. */
export interface Fence {
  readonly line: number
  readonly language: string
  /** Word after the language: `mistake` in `ts mistake`. */
  readonly mark: string
  readonly text: string
}

/** Collects the fenced blocks of a Markdown file. */
export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*) ?([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: markdown.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    mark: match[2] ?? '',
    text: match[3] ?? '',
  }))
}

/** Reads the blocks marked `http`: a request, then a response that begins with `HTTP/1.1`. */
export function httpExamplesOf(markdown: string): HttpExample[] {
  return fencesOf(markdown)
    .filter(({ language }) => language === 'http')
    .map(({ line, text }) => {
      const at = text.indexOf('HTTP/1.1 ')
      if (at === -1) throw new Error(`line ${line}: an example without a response`)
      return { line, request: messageOf(text.slice(0, at)), response: messageOf(text.slice(at)) }
    })
}

function messageOf(text: string): Message {
  const [head = '', ...body] = text.trim().split('\n\n')
  const [start = '', ...lines] = head.split('\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  return { start, headers, body: body.join('\n\n') }
}

/** Values by the name that stands for them in braces: `{ada}`. */
export type Names = Map<string, string>

/** Puts in what names in braces stand for. */
export function filled(text: string, names: Names): string {
  return text.replace(PLACEHOLDER, (braced, name: string) => {
    const value = names.get(name)
    if (value === undefined) throw new Error(`nothing is known of ${braced}`)
    return value
  })
}

const PLACEHOLDER = /\{([a-z][A-Za-z]*)\}/g

/** Reads JSON in which `…` stands for further members or items. */
export function patternOf(json: string): unknown {
  return JSON.parse(json.replace(/(?<=[{[,]\s*)…(?=\s*\})/g, '"…":"…"').replace(/(?<=[{[,]\s*)…(?=\s*\])/g, '"…"'))
}

/**
 * Holds a value against a pattern. In texts `…` stands for any characters, and a name in braces for a value that it keeps
 * from then on.
 * @returns the differences, by path
 */
export function differences(pattern: unknown, value: unknown, names: Names, path = ''): string[] {
  if (pattern === '…') return []
  if (typeof pattern === 'string') return differsInText(pattern, value, names, path)
  if (Array.isArray(pattern)) return differsInItems(pattern, value, names, path)
  if (isObject(pattern)) return differsInMembers(pattern, value, names, path)
  return Object.is(pattern, value) ? [] : [`${path}: ${JSON.stringify(value)}, not ${JSON.stringify(pattern)}`]
}

function differsInText(pattern: string, value: unknown, names: Names, path: string): string[] {
  const unknown: string[] = []
  const source = pattern
    .split(/(\{[a-z][A-Za-z]*\}|…)/)
    .map((part) => {
      if (part === '…') return '[\\s\\S]*'
      if (!/^\{[a-z][A-Za-z]*\}$/.test(part)) return escaped(part)
      const known = names.get(part.slice(1, -1))
      if (known !== undefined) return escaped(known)
      unknown.push(part.slice(1, -1))
      return '([\\s\\S]+)'
    })
    .join('')
  const match = typeof value === 'string' ? new RegExp(`^${source}$`).exec(value) : null
  if (!match) return [`${path}: ${JSON.stringify(value)}, not ${JSON.stringify(pattern)}`]
  for (const [index, name] of unknown.entries()) names.set(name, match[index + 1] ?? '')
  return []
}

function differsInItems(pattern: readonly unknown[], value: unknown, names: Names, path: string): string[] {
  const isOpen = pattern.at(-1) === '…'
  const items = isOpen ? pattern.slice(0, -1) : pattern
  if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no list`]
  if (value.length < items.length || (!isOpen && value.length > items.length))
    return [`${path}: ${value.length} items, not ${items.length}: ${JSON.stringify(value)}`]
  return items.flatMap((item, index) => differences(item, value[index], names, `${path}/${index}`))
}

function differsInMembers(pattern: Readonly<Record<string, unknown>>, value: unknown, names: Names, path: string) {
  if (!isObject(value)) return [`${path}: ${JSON.stringify(value)} is no object`]
  const { '…': open, ...members } = pattern
  const missing = Object.entries(members).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? differences(inner, value[name], names, `${path}/${name}`)
      : [`${path}/${name}: missing`],
  )
  const surplus = open === undefined ? Object.keys(value).filter((name) => !Object.hasOwn(members, name)) : []
  return [...missing, ...surplus.map((name) => `${path}/${name}: ${JSON.stringify(value[name])} is not shown`)]
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
