import type { RequestContext } from '../../config/request.ts'
import type { Program } from '../../manifest/index.ts'
import { assembleReference } from '../../manifest/reference/assemble-reference.ts'
import { REFERENCE_ASSET, type ReferenceParts } from '../../manifest/reference/reference-parts.ts'
import { readAsset } from '../isolate/read-asset.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { type Described, describedTo } from './described-collections.ts'

/** The reference as one caller may read it. */
export interface Reference {
  /** An OpenAPI 3.1 document, as JSON. */
  readonly text: string
}

const references = new WeakMap<Described, Promise<Reference>>()

/**
 * The reference for the caller of a request: one object for all to whom the rules say the same.
 * @throws Error where the worker's static files are not those of the build
 */
export function referenceFor(c: RequestContext): Promise<Reference> {
  const { program } = runtimeOf(c)
  const described = describedTo(c)
  const known = references.get(described)
  if (known) return known
  const made = readParts(c).then((parts) => ({ text: describedReference(parts, described, program) }))
  references.set(described, made)
  made.catch(() => references.delete(described)) // the next one asks again
  return made
}

function describedReference(parts: ReferenceParts, { collections }: Described, program: Program): string {
  const { manifest, fieldTypes } = program
  const { collections: all, plugins } = manifest
  return JSON.stringify(assembleReference(parts, { described: collections, all, fieldTypes, plugins }))
}

/** The parts are a static file rather than a module: a worker is no larger for them, and seldom asked for them. */
async function readParts(c: RequestContext): Promise<ReferenceParts> {
  return (await (await readAsset(c, REFERENCE_ASSET)).json()) as ReferenceParts // the compiler wrote it
}
