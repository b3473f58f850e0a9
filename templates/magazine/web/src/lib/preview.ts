import { LintelError } from '@lintel/client'
import type { AstroCookies } from 'astro'

const COOKIE = 'preview'
const COLLECTIONS = ['articles', 'pages'] as const
/** Maximum number of previews in the cookie. There can be several, since forms may be open in several tabs. */
const MOST = 4

/** Draft, and the token that opens it. Kept in a cookie, so that the token is not in an address or in the history. */
export interface Preview {
  readonly of: (typeof COLLECTIONS)[number]
  readonly id: string
  readonly token: string
}

/** Returns the preview with a collection, an id and a token; `null` if one of them is missing or invalid. */
export function previewFrom(of: string | null, id: string | null, token: string | null): Preview | null {
  const collection = COLLECTIONS.find((name) => name === of)
  if (!collection || !id || !token || !/^[0-9a-f-]{36}$/.test(id) || !/^[\w.-]{10,500}$/.test(token)) return null
  return { of: collection, id, token }
}

/** Adds a preview to the cookie, and replaces an earlier one of the same document. Its token is valid for a day. */
export function keepPreview(cookies: AstroCookies, preview: Preview, secure: boolean): void {
  const kept = [preview, ...keptPreviews(cookies).filter(({ id }) => id !== preview.id)].slice(0, MOST)
  const text = kept.map(({ of, id, token }) => `${of} ${id} ${token}`).join(',')
  // The admin shows the website in a frame. If the two are different sites, some browsers send only partitioned cookies.
  const framed = secure ? ({ sameSite: 'none', partitioned: true } as const) : ({ sameSite: 'lax' } as const)
  cookies.set(COOKIE, text, { path: '/', httpOnly: true, secure, maxAge: 86_400, ...framed })
}

export function keptPreviews(cookies: AstroCookies): readonly Preview[] {
  return (cookies.get(COOKIE)?.value ?? '').split(',').flatMap((text) => {
    const [of = null, id = null, token = null] = text.split(' ')
    return previewFrom(of, id, token) ?? []
  })
}

export function endPreview(cookies: AstroCookies): void {
  cookies.delete(COOKIE, { path: '/' })
}

/** Reads the previewed documents of a collection. Omits those that cannot be read, such as after a token expired. */
export async function readPreviews<Document>(
  of: Preview['of'],
  previews: readonly Preview[],
  read: (id: string, token: string) => Promise<{ readonly data: Document }>,
): Promise<Document[]> {
  const documents = previews
    .filter((preview) => preview.of === of)
    .map(async ({ id, token }) => {
      try {
        return [(await read(id, token)).data]
      } catch (error) {
        if (error instanceof LintelError) return []
        throw error
      }
    })
  return (await Promise.all(documents)).flat()
}
