import { type DocIndex, type DocSearch, openDocSearch } from '../../../docs/search-docs.ts'

/** Maximum time for loading, in milliseconds. */
const PATIENCE = 20_000

/** Makes a function that loads the index when it is first called, and again after a failure. */
export function createIndexLoader(address: string): () => Promise<DocSearch> {
  let loading: Promise<DocSearch> | null = null
  return () => {
    loading ??= load(address).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

async function load(address: string): Promise<DocSearch> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return openDocSearch((await response.json()) as DocIndex) // made by the same build as this script
}
