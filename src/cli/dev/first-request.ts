import { askWorkerd } from '../workerd/ask-workerd.ts'

const USER_AGENT = 'cms-dev'

/**
 * Lets a program's bootstrap run before anybody asks: migrations, the first administrator. Whatever it answers, the
 * next caller hears for themselves.
 * @param url where workerd answers
 */
export async function sendFirstRequest(url: URL): Promise<void> {
  await askWorkerd(new URL('/api/health', url), undefined, { 'User-Agent': USER_AGENT })
}

/** Tells whether a line of the worker's log tells of that request, which is nobody's. */
export function isOfFirstRequest(line: string): boolean {
  return line.includes(`"userAgent":"${USER_AGENT}"`)
}
