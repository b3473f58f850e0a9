import * as z from 'zod'
import {
  collectionFacts,
  collectionSummary,
  factsOf,
  printFacts,
  summarizeCollections,
} from '../../mcp/schema-facts.ts'
import { defineTool, type Tool } from '../../mcp/tool.ts'
import { describedCollections, HttpError, type RequestContext } from '../../runtime/kit.ts'

/** Makes the tools that show the schema, limited to what the caller may see. */
export function schemaTools(c: RequestContext): readonly Tool[] {
  return [listCollections(c), showCollection(c)]
}

function listCollections(c: RequestContext): Tool {
  return defineTool({
    name: 'collections',
    title: 'Collections',
    description: 'Lists the collections that you may read, with their fields. Start here.',
    effect: 'reads',
    input: z.object({}),
    output: z.object({ collections: z.array(collectionSummary) }),
    run: () => {
      const collections = summarizeCollections(describedCollections(c), 'unplaced')
      const lines = collections.map(({ name, fields }) => `${name}: ${fields.join(', ')}`)
      return { text: lines.join('\n') || 'There is no collection that you may read.', data: { collections } }
    },
  })
}

function showCollection(c: RequestContext): Tool {
  return defineTool({
    name: 'collection',
    title: 'A collection',
    description: 'Returns one collection in full: its fields with options and operators, who may do what, and indexes.',
    effect: 'reads',
    input: z.object({ name: z.string().min(1).max(100) }),
    output: z.object({ collection: collectionFacts }),
    run: ({ name }) => {
      const found = describedCollections(c).find((collection) => collection.name === name)
      if (found === undefined) throw new HttpError('not_found', `There is no collection ${name} that you may read.`)
      const collection = factsOf(found, 'unplaced')
      return { text: printFacts(collection), data: { collection } }
    },
  })
}
