import { docsResource, docsTools } from '../../mcp/docs-tools.ts'
import type { Resource, Tool } from '../../mcp/tool.ts'
import type { RequestContext } from '../../runtime/kit.ts'
import { documentationOf } from '../docs/documentation.ts'

interface Offered {
  readonly tools: readonly Tool[]
  readonly resource: Resource
}

let offered: Offered | undefined

/** Tools and pages of the documentation. Made once an isolate: with them stays the index that searches need. */
export async function documentationFor(c: RequestContext): Promise<Offered> {
  if (offered) return offered
  const documentation = await documentationOf(c)
  offered ??= { tools: docsTools(documentation), resource: docsResource(documentation) }
  return offered
}
