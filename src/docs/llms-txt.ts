import type { DocPage } from './doc-page.ts'
import type { Documentation } from './documentation.ts'

/** Title, description and addresses that the files for language models contain. */
export interface LlmsOptions {
  /** Title of the file: `Lintel`. */
  readonly title: string
  /** Description in one sentence. */
  readonly description: string
  /** Returns the address of a page's Markdown, absolute or relative to the file. */
  readonly addressOf: (page: DocPage) => string
}

/** Prints `llms.txt`: the pages with their summaries, in the format of https://llmstxt.org. */
export function printLlmsIndex({ groups }: Documentation, { title, description, addressOf }: LlmsOptions): string {
  const lists = groups.map(({ title, entries }) => {
    const lines = entries.map(({ page, task }) => `- [${page.title}](${addressOf(page)}): ${page.summary || task}`)
    return [`## ${title}`, '', ...lines].join('\n')
  })
  return `${[`# ${title}`, `> ${description}`, ...lists].join('\n\n')}\n`
}

/** Prints `llms-full.txt`: every page in full, in the order of the index. */
export function printLlmsFull({ pages }: Documentation, { title, description, addressOf }: LlmsOptions): string {
  return `${[`# ${title}`, `> ${description}`, printPages(pages, addressOf)].join('\n\n')}\n`
}

/** Prints pages in full, each after its address. */
export function printPages(pages: readonly DocPage[], addressOf: (page: DocPage) => string): string {
  return pages.map((page) => `<!-- ${addressOf(page)} -->\n\n${page.text.trim()}`).join('\n\n')
}
