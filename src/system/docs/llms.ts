import { printPages } from '../../docs/llms-txt.ts'
import { SERVICE_GUIDES } from '../../docs/site/addresses.ts'
import { type RequestContext, readAsset } from '../../runtime/kit.ts'
import { type Document, documentOf, operationsOf, type Tag } from './document.ts'
import { documentationOf } from './documentation.ts'
import { sectionPath } from './layout.ts'

/**
 * Responds with `llms.txt`: the reference as the caller may read it, and the guides, in the format of
 * https://llmstxt.org.
 */
export async function llmsIndex(c: RequestContext): Promise<Response> {
  const { info, tags } = await documentOf(c)
  const guides = await (await readAsset(c, `${SERVICE_GUIDES}/llms.txt`)).text()
  const lines = tags.map((tag) => `- [${tag['x-label']}](${sectionPath(tag.name)}): ${describe(tag)}`)
  const groups = guides.slice(guides.indexOf('\n## ') + 1).replace(/^## /gm, '## Guides: ')
  return sendText(c, `${opening(info)}\n\n${['## Reference', '', OPENAPI, ...lines].join('\n')}\n\n${groups}`)
}

/** Responds with `llms-full.txt`: every endpoint that the caller may know, and all guides in full. */
export async function llmsFull(c: RequestContext): Promise<Response> {
  const document = await documentOf(c)
  const { pages } = await documentationOf(c)
  const sections = document.tags.map((tag) => endpoints(document, tag))
  const guides = printPages(pages, ({ name }) => `${SERVICE_GUIDES}/${name}.md`)
  return sendText(c, `${[opening(document.info), OPENAPI, ...sections, '# Lintel', guides].join('\n\n')}\n`)
}

const OPENAPI = '- [OpenAPI document](/api/): every endpoint with its parameters, schemas and errors'

function opening({ title }: Document['info']): string {
  return `# ${title}\n\n> A content API over HTTP and JSON, made with Lintel.`
}

function endpoints(document: Document, tag: Tag): string {
  const lines = operationsOf(document, tag.name).map(({ method, path, operation }) => {
    const words = [operation.summary, operation.description].filter((text) => text !== undefined && text !== '')
    return `- \`${method} ${path}\`: ${words.join('. ').replace(/\s+/g, ' ')}`
  })
  return [`## ${tag['x-label']}`, '', describe(tag), '', ...lines].join('\n')
}

function describe({ description, 'x-kind': kind }: Tag): string {
  return description?.replace(/\s+/g, ' ') ?? (kind === 'collection' ? 'A collection.' : 'Routes of a plugin.')
}

function sendText(c: RequestContext, text: string): Response {
  return c.text(text)
}
