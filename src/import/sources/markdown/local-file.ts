import { extname, posix } from 'node:path'
import type { SourceAsset } from '../source.ts'
import { fileWithin } from '../text/files.ts'
import { isMarkdown } from './walk.ts'

/** Folders whose contents sites serve at their root. */
const SERVED = ['', 'static', 'public', 'assets']

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i
const FILE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico|tiff?|pdf|zip|mp3|m4a|ogg|wav|mp4|m4v|webm|mov|docx?|xlsx?|pptx?|csv)$/i

/** Finds the files that addresses in Markdown point to. */
export interface LocalFiles {
  /**
   * Returns the file that an address in a Markdown file points to; `null` for any other address, such as that of a
   * page. The result for a remote or missing picture has no path.
   */
  find(address: string, from: string): SourceAsset | null
}

export function createLocalFiles(root: string): LocalFiles {
  return {
    find(address, from) {
      if (/^https?:\/\//i.test(address)) return remotePicture(address)
      const written = localPath(address)
      if (written === null) return null
      for (const place of placesOf(written, from)) {
        const path = fileWithin(root, place)
        if (path !== null) return assetAt(place, path)
      }
      const [first] = placesOf(written, from)
      return first !== undefined && PICTURE.test(first) ? assetAt(first, null) : null
    },
  }
}

function localPath(address: string): string | null {
  const [path = ''] = address.split(/[?#]/)
  if (path === '' || path.length > 500 || /^(?:[a-z][a-z\d+.-]*:|\/\/|\\)/i.test(path) || path.includes('\n'))
    return null
  if (!FILE.test(path) || isMarkdown(path)) return null
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a literal percent sign
  }
}

/** Returns the paths below the root that an address may refer to; none if the address leads out of the root. */
function placesOf(path: string, from: string): readonly string[] {
  const places = path.startsWith('/')
    ? SERVED.map((folder) => posix.join(folder, path.slice(1)))
    : [posix.join(posix.dirname(from), path)]
  return places.filter((place) => place !== '..' && !place.startsWith('../'))
}

function assetAt(place: string, path: string | null): SourceAsset {
  return { key: place, path, url: null, filename: place, alt: null, title: null }
}

function remotePicture(address: string): SourceAsset | null {
  if (!URL.canParse(address)) return null
  const { pathname } = new URL(address)
  const filename = posix.basename(pathname)
  return PICTURE.test(extname(pathname))
    ? { key: address, path: null, url: address, filename, alt: null, title: null }
    : null
}
