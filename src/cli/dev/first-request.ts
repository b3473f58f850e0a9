import { askWorkerd } from '../workerd/ask-workerd.ts'

const USER_AGENT = 'cms-dev'

/**
 * Runs a program's bootstrap before anyone sends a request: migrations, the first administrator. The response is
 * ignored, since the next request gets the same response.
 * @param url address of workerd
 */
export async function sendFirstRequest(url: URL): Promise<void> {
  await askWorkerd(new URL('/api/health', url), undefined, { 'User-Agent': USER_AGENT })
}

/** Tells whether a line of the worker's log is about the request of `sendFirstRequest`, which no user sent. */
export function isOfFirstRequest(line: string): boolean {
  return line.includes(`"userAgent":"${USER_AGENT}"`)
}
