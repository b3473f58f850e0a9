import type { EditRequest, EditResult } from '../../manifest/source-edit.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/** Bindings that only `cms dev` provides to the programs that it serves. */
interface DevelopmentBindings {
  readonly CMS_DEVELOPMENT?: { fetch(url: string, init: RequestInit): Promise<Response> }
  readonly CMS_DEVELOPMENT_KEY?: string
}

/** Tells whether forms may change the project's files: only in development, served by `cms dev`. */
export function canEditSources(c: WithEnv): boolean {
  return runtimeOf(c).environment.name === 'development' && bindingsOf(c).CMS_DEVELOPMENT !== undefined
}

/**
 * Requests a preview of a change to the project's files from `cms dev`, or makes the change.
 * @throws Error if `cms dev` does not serve the service: check `canEditSources` first
 */
export async function editSources(c: WithEnv, request: EditRequest): Promise<EditResult> {
  const { CMS_DEVELOPMENT: development, CMS_DEVELOPMENT_KEY: key } = bindingsOf(c)
  if (!canEditSources(c) || !development) throw new Error('the service is not served by cms dev')
  const response = await development.fetch('http://cms-dev/edit', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(`cms dev responds with ${response.status}: ${await response.text()}`)
  return (await response.json()) as EditResult // in the format of `cms dev`
}

function bindingsOf({ env }: WithEnv): DevelopmentBindings {
  return env as unknown as DevelopmentBindings // only `cms dev` provides these bindings
}
