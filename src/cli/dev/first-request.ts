const USER_AGENT = 'cms-dev'

/**
 * Lets a program's bootstrap run before anybody asks: migrations, the first administrator. Whatever it answers, the
 * next caller hears for themselves.
 * @param url where workerd answers
 */
export async function sendFirstRequest(url: URL): Promise<void> {
  const answer = await fetch(new URL('/api/health', url), { headers: { 'User-Agent': USER_AGENT } })
  await answer.arrayBuffer()
}

/** Whether a line of the worker's log tells of that request, which is nobody's. */
export function isOfFirstRequest(line: string): boolean {
  return line.includes(`"userAgent":"${USER_AGENT}"`)
}
