import type { RequestContext } from '../../config/request.ts'
import type { Program } from '../../manifest/index.ts'
import { assembleReference } from '../../manifest/reference/assemble-reference.ts'
import { REFERENCE_ASSET, type ReferenceParts } from '../../manifest/reference/reference-parts.ts'
import { readAsset } from '../isolate/read-asset.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { type Described, describedTo } from './described-collections.ts'

/** The API reference as one caller may read it. */
export interface Reference {
  /** An OpenAPI 3.1 document, as JSON. */
  readonly text: string
}

const references = new WeakMap<Described, Promise<Reference>>()

/**
 * Returns the API reference for the caller of a request; the same object for all callers for whom the rules have the
 * same result.
 * @throws Error if the worker's static files are not those of the build
 */
export function referenceFor(c: RequestContext): Promise<Reference> {
  const { program } = runtimeOf(c)
  const described = describedTo(c)
  const known = references.get(described)
  if (known) return known
  const made = readParts(c).then((parts) => ({ text: describedReference(parts, described, program) }))
  references.set(described, made)
  made.catch(() => references.delete(described)) // the next call tries again
  return made
}

function describedReference(parts: ReferenceParts, { collections }: Described, program: Program): string {
  const { manifest, fieldTypes } = program
  const { collections: all, plugins } = manifest
  return JSON.stringify(assembleReference(parts, { described: collections, all, fieldTypes, plugins }))
}

/**
 * Reads the parts of the API reference. They are a static file instead of a module, because they are rarely needed and
 * would enlarge the worker.
 */
async function readParts(c: RequestContext): Promise<ReferenceParts> {
  return (await (await readAsset(c, REFERENCE_ASSET)).json()) as ReferenceParts // the compiler wrote it
}
