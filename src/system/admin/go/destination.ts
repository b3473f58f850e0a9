import * as z from 'zod'

/** Schema of an entry in the command palette: a page to open, or an action. */
const destination = z.strictObject({
  label: z.string(),
  path: z.string(),
  kind: z.string().nullable().meta({ description: 'Kind of the entry, if its label does not show it.' }),
  text: z.string().nullable().meta({ description: 'Text around the matching words, in a document or a guide.' }),
  form: z.record(z.string(), z.string()).nullable().meta({
    description: 'For an action: the fields of the form to post to the path. `back` is the page to return to.',
  }),
})

export const destinationGroup = z.strictObject({ title: z.string(), destinations: z.array(destination).readonly() })

export type Destination = z.output<typeof destination>
export type DestinationGroup = z.output<typeof destinationGroup>

/** Makes an entry for a page, without an excerpt or a form. */
export function place(label: string, path: string, kind: string | null = null): Destination {
  return { label, path, kind, text: null, form: null }
}
