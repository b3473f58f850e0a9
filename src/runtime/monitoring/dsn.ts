/** Address to which errors are sent, in the format of Sentry and compatible services. */
export interface Dsn {
  /** Address of the project's envelope endpoint. */
  readonly url: string
  readonly publicKey: string
}

/**
 * Parses `https://<key>@<host>/<path>/<project>`, or the same with `http:`.
 * @returns `null` for anything else
 */
export function parseDsn(text: string): Dsn | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username === '') return null
  const [, path = '', project] = /^(.*)\/([A-Za-z0-9-]+)$/.exec(url.pathname) ?? []
  if (project === undefined) return null
  return { url: `${url.protocol}//${url.host}${path}/api/${project}/envelope/`, publicKey: url.username }
}

/**
 * Returns the first valid address in a secret named `<MONITORING>_DSN`, such as `SENTRY_DSN`, in the order of names;
 * `null` if there is none.
 */
export function dsnOf(env: object): Dsn | null {
  for (const [name, value] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!/^[A-Z][A-Z0-9_]*_DSN$/.test(name) || typeof value !== 'string') continue
    const dsn = parseDsn(value)
    if (dsn !== null) return dsn
  }
  return null
}
