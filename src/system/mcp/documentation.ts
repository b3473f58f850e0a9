import files from '../../../dist/docs.json' with { type: 'json' }
import { parseDocumentation } from '../../docs/documentation.ts'
import { docsResource, docsTools } from '../../mcp/docs-tools.ts'

const documentation = parseDocumentation(new Map(Object.entries(files)))

/** Made once an isolate, when the first client asks: with them stays the index that searches need. */
export const tools = docsTools(documentation)

export const resource = docsResource(documentation)
