import { cms } from './cms'

/** Returns the path that an old path redirects to; `null` if there is no redirect. */
export async function movedTo(path: string): Promise<string | null> {
  const where = { path: decodeURIComponent(path).replace(/(.)\/$/, '$1') }
  const { data } = await cms.collection('redirects').list({ where, sort: '-createdAt', limit: 1, count: 'none' })
  return data[0]?.target ?? null
}
