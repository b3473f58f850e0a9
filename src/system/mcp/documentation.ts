import { docsResource, docsTools } from '../../mcp/docs-tools.ts'
import type { Resource, Tool } from '../../mcp/tool.ts'
import type { RequestContext } from '../../runtime/kit.ts'
import { documentationOf } from '../docs/documentation.ts'

interface Offered {
  readonly tools: readonly Tool[]
  readonly resource: Resource
}

let offered: Offered | undefined

/** Returns tools and resources of the documentation. They are made once per isolate, with the index for searches. */
export async function documentationFor(c: RequestContext): Promise<Offered> {
  if (offered) return offered
  const documentation = await documentationOf(c)
  offered ??= { tools: docsTools(documentation), resource: docsResource(documentation) }
  return offered
}
