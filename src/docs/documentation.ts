import { type DocPage, parsePage, plainText } from './doc-page.ts'

/** An entry of the index: a page, and the task for which people read it. */
export interface DocEntry {
  /** The task: `declare collections, fields, access, roles and environments`. */
  readonly task: string
  readonly page: DocPage
}

/** Pages under one heading of the index. */
export interface DocGroup {
  /** The heading: `Design content`. */
  readonly title: string
  readonly entries: readonly DocEntry[]
}

/** Every page of the documentation, in the order of its index. */
export interface Documentation {
  readonly pages: readonly DocPage[]
  readonly groups: readonly DocGroup[]
}

/** Name of the page that lists all others: a table of groups, tasks and pages. */
export const INDEX = 'README'

/**
 * Parses the documentation.
 * @param files Markdown by name without extension, including the index
 * @throws Error if the index leaves out a page, or names one that is missing
 */
export function parseDocumentation(files: ReadonlyMap<string, string>): Documentation {
  const groups = groupsOf(files)
  const pages = groups.flatMap(({ entries }) => entries.map(({ page }) => page))
  const unnamed = [...files.keys()].filter((name) => name !== INDEX && !pages.some((page) => page.name === name))
  if (unnamed.length > 0) throw new Error(`docs/${INDEX}.md does not name ${unnamed.join(', ')}: add a row for it`)
  return { pages, groups }
}

/** Finds a page by its name, with or without extension. It only searches the pages and never reads a file. */
export function findPage({ pages }: Documentation, name: string): DocPage | null {
  return pages.find((page) => page.name === name || `${page.name}.md` === name) ?? null
}

function groupsOf(files: ReadonlyMap<string, string>): DocGroup[] {
  const groups: { title: string; entries: DocEntry[] }[] = []
  for (const line of (files.get(INDEX) ?? '').split('\n')) {
    const [, title] = /^\| \*\*(.+)\*\* \| *\|$/.exec(line) ?? []
    if (title !== undefined) groups.push({ title, entries: [] })
    const [, task, name] = /^\| (.+?) \| \[[^\]]*\]\(([\w-]+)\.md\) \|$/.exec(line) ?? []
    if (task === undefined || name === undefined) continue
    const text = files.get(name)
    if (text === undefined) throw new Error(`docs/${INDEX}.md names ${name}.md, which does not exist`)
    groups.at(-1)?.entries.push({ task: plainText(task), page: parsePage(name, text) })
  }
  return groups
}
