import type { WithEnv } from './runtime.ts'

/**
 * Reads one of the worker's static files.
 * @param path `/program/reference.json`, or the path of a public file
 * @throws Error if the worker's static files are not those of the build
 */
export async function readAsset({ env: { ASSETS } }: WithEnv, path: string): Promise<Response> {
  if (!ASSETS) throw new Error(`the worker has no binding ASSETS for the files of [assets]: ${REMEDY}`)
  const response = await ASSETS.fetch(`https://assets.local${path}`)
  if (!response.ok) throw new Error(`${path} is not among the files of [assets] (${response.status}): ${REMEDY}`)
  return response
}

const REMEDY = 'run `cms build`, which writes the binding and the files, and deploy again'
