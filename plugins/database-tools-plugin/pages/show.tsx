/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PageProps } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { type SectionName, titleOf } from './section.tsx'

/** Answers with a page of the database tools. What it shows is for nobody's cache. */
export function show(
  c: RequestContext,
  section: SectionName,
  content: Content,
  status: NonNullable<PageProps['status']> = 200,
): Response | Promise<Response> {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title: titleOf(section), status })
}
