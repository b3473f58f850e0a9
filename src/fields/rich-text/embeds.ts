import * as z from 'zod'
import { type Embeds, knownProviders } from '../../rich-text/index.ts'

const MAX_TITLE = 200

/** Schema of an address on another site, with a placeholder for the id of a page. */
const template = z
  .string()
  .max(500)
  .refine((text) => /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[^{}]*\{(?:id|number)\}[^{}]*$/i.test(text), {
    error: "an address with a fixed host, such as 'https://video.example.com/watch/{id}'",
  })

const provider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'lower-case letters, digits and hyphens, starting with a letter' }),
  label: z.string().min(1).max(100).optional(),
  match: z.union([template, z.array(template).min(1).max(20).readonly()]),
  frame: template,
})

/** Schema of a rich text's option `embeds`. */
export const embedsOption = z
  .array(
    z.union([z.enum(knownProviders()), provider], {
      error: `one of ${knownProviders().join(', ')}, or { name, match, frame }`,
    }),
  )
  .max(30)
  .refine((all) => new Set(all.map(nameOf)).size === all.length, { error: 'each provider once' })

/** Returns the schema of a node that embeds a page of one of the sites in `embeds`. */
export function embedNode(embeds: Embeds) {
  const names = embeds.map(nameOf)
  const attrs = z.strictObject({
    provider: z.enum(names),
    id: z.string().regex(/^[\w-]{1,100}$/),
    title: z.string().max(MAX_TITLE).nullish(),
  })
  return z.strictObject({ type: z.literal('embed'), attrs })
}

function nameOf(one: string | { readonly name: string }): string {
  return typeof one === 'string' ? one : one.name
}
