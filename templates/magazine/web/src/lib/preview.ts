import { LintelError } from '@lintel/client'
import type { AstroCookies } from 'astro'

const COOKIE = 'preview'
const COLLECTIONS = ['articles', 'pages'] as const

/** A draft, and the token that opens it. It is kept in a cookie, so that it stands in no address and no history. */
export interface Preview {
  readonly of: (typeof COLLECTIONS)[number]
  readonly id: string
  readonly token: string
}

/** The preview that three texts name; `null` where they name none. */
export function previewFrom(of: string | null, id: string | null, token: string | null): Preview | null {
  const collection = COLLECTIONS.find((name) => name === of)
  if (!collection || !id || !token || !/^[0-9a-f-]{36}$/.test(id) || !/^[\w.-]{10,500}$/.test(token)) return null
  return { of: collection, id, token }
}

export function keepPreview(cookies: AstroCookies, { of, id, token }: Preview, secure: boolean): void {
  // Links work for a day.
  cookies.set(COOKIE, `${of} ${id} ${token}`, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 86_400 })
}

export function keptPreview(cookies: AstroCookies): Preview | null {
  const [of = null, id = null, token = null] = cookies.get(COOKIE)?.value.split(' ') ?? []
  return previewFrom(of, id, token)
}

export function endPreview(cookies: AstroCookies): void {
  cookies.delete(COOKIE, { path: '/' })
}

/** The previewed document of a collection; `null` where another one is previewed, or the link has expired. */
export async function readPreview<Document>(
  of: Preview['of'],
  preview: Preview | null,
  read: (id: string, token: string) => Promise<{ readonly data: Document }>,
): Promise<Document | null> {
  if (preview?.of !== of) return null
  try {
    return (await read(preview.id, preview.token)).data
  } catch (error) {
    if (error instanceof LintelError) return null
    throw error
  }
}
