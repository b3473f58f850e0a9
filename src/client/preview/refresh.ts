import { morphChildren } from './morph.ts'

/** Maximum time for fetching the page, in milliseconds. */
const DEADLINE = 10_000

/**
 * Fetches the page again and applies its differences in place, so that scroll position, focus and the state of scripts
 * are kept. If the request is redirected, goes to the new address instead.
 * @throws Error if the page cannot be fetched
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
