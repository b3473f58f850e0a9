import * as z from 'zod'
import { type Documentation, findPage } from '../docs/documentation.ts'
import { createDocSearch } from '../docs/search-docs.ts'
import { defineTool, type Resource, type Tool, ToolRefusal } from './tool.ts'

/** Makes the tools that search and read the documentation. */
export function docsTools(documentation: Documentation): readonly Tool[] {
  return [searchDocs(documentation), readDoc(documentation)]
}

/** Makes the resource through which clients read pages of the documentation. */
export function docsResource(documentation: Documentation): Resource {
  return {
    name: 'docs',
    uri: 'lintel://docs/{page}',
    title: 'Documentation',
    description: 'A page of the Lintel documentation',
    mimeType: 'text/markdown',
    list: () => documentation.pages,
    read: (name) => findPage(documentation, name)?.text ?? null,
  }
}

function searchDocs(documentation: Documentation): Tool {
  let search: ReturnType<typeof createDocSearch> | null = null
  return defineTool({
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Finds sections of the Lintel documentation by words. Use it before you write config, fields, plugins or queries, and then read_doc for the section.',
    effect: 'reads',
    input: z.object({
      query: z
        .string()
        .min(1)
        .max(400)
        .describe('Words to search for, such as `rename a field` or `where with $user.id`'),
      limit: z.int().min(1).max(20).default(6),
    }),
    output: z.object({
      results: z.array(
        z.object({
          page: z.string(),
          title: z.string(),
          heading: z.string(),
          anchor: z.string(),
          excerpt: z.string(),
        }),
      ),
    }),
    run({ query, limit }) {
      search ??= createDocSearch(documentation)
      const results = [...search(query, limit)]
      const lines = results.map(
        ({ page, anchor, title, heading, excerpt }) => `${page}#${anchor} (${title} › ${heading})\n  ${excerpt}`,
      )
      return { text: lines.join('\n') || `Nothing found. Pages: ${namesOf(documentation)}.`, data: { results } }
    },
  })
}

function readDoc(documentation: Documentation): Tool {
  return defineTool({
    name: 'read_doc',
    title: 'Read a page of the documentation',
    description: `Returns a page of the documentation as Markdown, or one section of it. Pages: ${namesOf(documentation)}.`,
    effect: 'reads',
    input: z.object({
      page: z.string().min(1).max(100).describe('`config`'),
      section: z
        .string()
        .max(200)
        .optional()
        .describe('The anchor of a heading, such as `access`. Default: the whole page'),
    }),
    output: z.object({
      page: z.string(),
      title: z.string(),
      markdown: z.string(),
      sections: z.array(z.object({ level: z.int(), text: z.string(), anchor: z.string() })),
    }),
    run({ page: name, section }) {
      const page = findPage(documentation, name)
      if (page === null)
        throw new ToolRefusal(`There is no page ${name.slice(0, 100)}. Pages: ${namesOf(documentation)}.`)
      const sections = page.sections.map(({ heading }) => heading)
      const markdown = section === undefined ? page.text : sectionOf(page, section)
      return { text: markdown, data: { page: page.name, title: page.title, markdown, sections } }
    },
  })
}

/**
 * Returns a section with its subsections.
 * @throws ToolRefusal if the page has no section with this anchor
 */
function sectionOf({ name, sections }: Documentation['pages'][number], anchor: string): string {
  const start = sections.findIndex(({ heading }) => heading.anchor === anchor.replace(/^#/, ''))
  const first = sections[start]
  if (first === undefined) {
    const anchors = sections.map(({ heading }) => heading.anchor).join(', ')
    throw new ToolRefusal(`The page ${name} has no section ${anchor.slice(0, 100)}. It has: ${anchors}.`)
  }
  const next = sections.findIndex(({ heading }, index) => index > start && heading.level <= first.heading.level)
  return sections
    .slice(start, next === -1 ? undefined : next)
    .map(({ heading, text }) => `${'#'.repeat(heading.level)} ${heading.text}\n\n${text}`)
    .join('\n\n')
}

function namesOf({ pages }: Documentation): string {
  return pages.map(({ name }) => name).join(', ')
}
