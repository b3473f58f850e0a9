/** A heading of a page, with the same anchor as on GitHub and on the documentation site. */
export interface DocHeading {
  /** Level of the heading; 1 for the page's title. */
  readonly level: number
  /** Text without formatting: `cms check: recomputed, not believed`. */
  readonly text: string
  readonly anchor: string
}

/** The text below a heading, up to the next heading of any level. */
export interface DocSection {
  readonly heading: DocHeading
  /** Markdown without the heading itself. */
  readonly text: string
}

/** A page of the documentation. */
export interface DocPage {
  /** Name of the file without its extension: `config`. */
  readonly name: string
  readonly title: string
  /** The first paragraph, without formatting; empty if the page has none before its first section. */
  readonly summary: string
  /** Sections in the order of the page; the first one is below its title. */
  readonly sections: readonly DocSection[]
  /** The whole page, as Markdown. */
  readonly text: string
}

/** Parses a page of Markdown. */
export function parsePage(name: string, text: string): DocPage {
  const sections = sectionsOf(text.replaceAll('\r\n', '\n'))
  const [first] = sections
  return { name, title: first?.heading.text ?? name, summary: summaryOf(first?.text ?? ''), sections, text }
}

/** Returns the text of Markdown without formatting, on one line. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`{1,2}([^`]*)`{1,2}/g, '$1')
    .replace(/\*\*([^*]*)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function sectionsOf(text: string): DocSection[] {
  const sections: { heading: DocHeading; lines: string[] }[] = []
  const anchors = new Map<string, number>()
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    const [, marks, words] = (fence === null && /^(#{1,6}) +(.+?)(?: +#+)?$/.exec(line)) || []
    if (marks === undefined || words === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: headingOf(marks.length, words, anchors), lines: [] })
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
}

/** Makes a heading. The anchor of a second heading with the same words ends with `-1`, as on GitHub. */
function headingOf(level: number, words: string, anchors: Map<string, number>): DocHeading {
  const text = plainText(words)
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const count = anchors.get(base) ?? 0
  anchors.set(base, count + 1)
  return { level, text, anchor: count === 0 ? base : `${base}-${count}` }
}

/** Returns the first paragraph without formatting; empty if it is a list, a table, a quotation or a block of code. */
function summaryOf(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/)
  return /^(?:[-*|>`]|\d+\.)/.test(paragraph) && !/^`[^`]/.test(paragraph) ? '' : plainText(paragraph)
}
