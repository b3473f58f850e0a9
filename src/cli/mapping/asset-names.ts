import type { SourceAsset } from '../sources/source.ts'

/**
 * Spellings by which a text may mean a file: its key, its place, and its address with and without an origin. Protocol,
 * query and fragment do not count.
 */
export function assetNames({ key, url, filename, path }: Omit<SourceAsset, 'alt' | 'title'>): readonly string[] {
  const names = new Set([key, filename.replace(/^\.?\//, '')])
  if (path !== null) names.add(path)
  const bare = (url ?? '').replace(/[?#].*$/, '')
  if (bare !== '') {
    const address = decoded(bare.replace(/^https?:/i, ''))
    names.add(address)
    const withoutOrigin = /^\/\/[^/]+(\/.*)$/.exec(address)?.[1]
    if (withoutOrigin !== undefined) names.add(withoutOrigin)
  }
  return [...names]
}

/** The name of a picture of which this is a smaller copy, as WordPress names them: `harbor-300x200.jpg`. */
export function withoutSize(name: string): string {
  return name.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(\.[a-z0-9]+)$/i, '$1')
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
