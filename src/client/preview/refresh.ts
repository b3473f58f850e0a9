import { morphChildren } from './morph.ts'

/** Milliseconds that a page may take. */
const DEADLINE = 10_000

/**
 * Requests the page anew, and changes in place what is different: position, focus and what scripts hold stay.
 * @throws Error where the page is not answered
 */
export async function refreshPage(): Promise<void> {
  const response = await fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(DEADLINE),
  })
  if (!response.ok) throw new Error(`${response.status} ${new URL(response.url).pathname}`)
  if (response.redirected) {
    location.replace(response.url)
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.title = page.title
  morphChildren(document.body, page.body)
}
