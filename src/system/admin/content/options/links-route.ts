import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { decisionFor, manifestOf, type RequestContext } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { option } from '../objects.ts'
import { optionsIn } from './route.ts'

const SHOWN = 12
/** Maximum number of collections that one search covers. */
const MOST_COLLECTIONS = 20

const linkable = option.pick({ id: true, label: true }).extend({ collection: z.string(), collectionLabel: z.string() })

/** Finds documents that a link in rich text can point to, by words in their name, in collections that declare `url`. */
export const linksRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/links',
  access: EDITORIAL,
  summary: 'Documents that a link in rich text can point to, searched by name: those of collections that declare `url`',
  input: { query: z.strictObject({ q: z.string().max(200).default('') }) },
  returns: z.strictObject({ data: z.array(linkable) }),
  load: async (c, { query: { q } }) => ({ data: await findLinkable(c, q.trim()) }),
})

/** Returns the collections to whose documents links may point, limited to those that the caller may read. */
export function linkedCollections(c: RequestContext) {
  return manifestOf(c).collections.filter(({ url, access }) => url !== null && decisionFor(c, access.read) !== false)
}

async function findLinkable(c: RequestContext, q: string): Promise<z.output<typeof linkable>[]> {
  const found = await Promise.all(
    linkedCollections(c)
      .slice(0, MOST_COLLECTIONS)
      .map(async ({ name, label }) => {
        const options = await optionsIn(c, name, q)
        return options.map(({ id, label: optionLabel }) => ({
          id,
          label: optionLabel,
          collection: name,
          collectionLabel: label,
        }))
      }),
  )
  return inTurns(found).slice(0, SHOWN)
}

/** Merges lists in turns: the first item of each list, then the second of each, so that no collection hides another. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}
