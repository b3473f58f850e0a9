import type { DocPage } from './doc-page.ts'
import type { Documentation } from './documentation.ts'

/** Words and addresses around the pages in the files for language models. */
export interface LlmsOptions {
  /** `Lintel`. */
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Address of a page as Markdown, absolute or relative to the file. */
  readonly addressOf: (page: DocPage) => string
}

/** `llms.txt`: the pages with their summaries, in the form of https://llmstxt.org. */
export function printLlmsIndex({ groups }: Documentation, { title, description, addressOf }: LlmsOptions): string {
  const lists = groups.map(({ title, entries }) => {
    const lines = entries.map(({ page, task }) => `- [${page.title}](${addressOf(page)}): ${page.summary || task}`)
    return [`## ${title}`, '', ...lines].join('\n')
  })
  return `${[`# ${title}`, `> ${description}`, ...lists].join('\n\n')}\n`
}

/** `llms-full.txt`: every page in full, in the order of the index. */
export function printLlmsFull({ pages }: Documentation, { title, description, addressOf }: LlmsOptions): string {
  return `${[`# ${title}`, `> ${description}`, printPages(pages, addressOf)].join('\n\n')}\n`
}

/** Pages in full, each after its address. */
export function printPages(pages: readonly DocPage[], addressOf: (page: DocPage) => string): string {
  return pages.map((page) => `<!-- ${addressOf(page)} -->\n\n${page.text.trim()}`).join('\n\n')
}
