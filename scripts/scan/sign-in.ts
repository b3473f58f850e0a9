/**
 * Signs in, and creates an API token for the scanners, which stays valid when they follow the link that signs out.
 * @returns a token with all permissions of the administrator, valid for an hour
 */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { token } = await post<{ token: string }>(new URL('/api/auth/login', url), { email, password }, {})
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { data } = await post<{ data: { token: string } }>(
    new URL('/admin/auth/tokens', url),
    { name: 'scan', scopes: ['*'], expiresAt },
    { Authorization: `Bearer ${token}` },
  )
  return data.token
}

async function post<Answer>(url: URL, body: object, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} responded with ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  return (await answer.json()) as Answer // the format of this API
}
