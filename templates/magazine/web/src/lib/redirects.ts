import { cms } from './cms'

/** Finds the address to which another one has moved. */
export async function movedTo(path: string): Promise<string | null> {
  const where = { path: decodeURIComponent(path).replace(/(.)\/$/, '$1') }
  const { data } = await cms.collection('redirects').list({ where, sort: '-createdAt', limit: 1, count: 'none' })
  return data[0]?.target ?? null
}
