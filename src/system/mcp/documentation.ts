import { docsResource, docsTools } from '../../mcp/docs-tools.ts'
import { documentation } from '../docs/documentation.ts'

/** Made once an isolate, when the first client asks: with them stays the index that searches need. */
export const tools = docsTools(documentation)

export const resource = docsResource(documentation)
