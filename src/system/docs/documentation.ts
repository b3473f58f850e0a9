import { type Documentation, parseDocumentation } from '../../docs/documentation.ts'
import { GUIDES_ASSET } from '../../manifest/reference/reference-parts.ts'
import { type RequestContext, readAsset } from '../../runtime/kit.ts'

let made: Promise<Documentation> | undefined

/** Reads all guides as Markdown, from a static file that is read once. */
export function documentationOf(c: RequestContext): Promise<Documentation> {
  made ??= read(c).catch((error: unknown) => {
    made = undefined // the next call reads the file again
    throw error
  })
  return made
}

async function read(c: RequestContext): Promise<Documentation> {
  const files = (await (await readAsset(c, GUIDES_ASSET)).json()) as Record<string, string> // the compiler wrote it
  return parseDocumentation(new Map(Object.entries(files)))
}
