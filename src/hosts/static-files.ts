/**
 * Content types by extension. Types, paths and headers of static files are the same on every host and in development.
 */

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

/** Matches paths of public files: assets of pages, and the guides. Names that begin with a dot are excluded. */
const PUBLIC = /^\/(?:assets\/[\w-][\w.-]*|docs\/guides(?:\/[\w-][\w.-]*)?)$/

/** A file that may exist at an address. */
export interface StaticFileName {
  /** Path from the folder of static files, with a leading slash. */
  readonly path: string
  readonly type: string
}

/**
 * Lists the files that may be at a path; the first that exists is served: `/docs/guides/config` is the file
 * `docs/guides/config.html`, as on Cloudflare. The list is empty for a path that is not public.
 */
export function staticFileNames(path: string): StaticFileName[] {
  if (!PUBLIC.test(path)) return []
  return [path, `${path}.html`].flatMap((file) => {
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]
    return type === undefined ? [] : [{ path: file, type }]
  })
}

/**
 * Returns the headers of a static file other than its type. Rules have the format of
 * https://developers.cloudflare.com/workers/static-assets/headers/: they accumulate, and `! Name` removes a header. A
 * file with a hash in its name never changes; others are revalidated each time.
 * @param rules text of the `_headers` beside the files
 * @param isSecure true if the file is sent over TLS, outside development
 */
export function staticFileHeaders(rules: string, path: string, isSecure: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  let applies = false
  for (const line of rules.split('\n')) {
    const [, removed] = /^ +! (.+)$/.exec(line) ?? []
    const [, name, value] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
    if (line.startsWith('/')) applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line
    else if (applies && removed !== undefined) delete headers[removed]
    else if (applies && name !== undefined && value !== undefined) headers[name] = value
  }
  if (!isSecure) delete headers['Strict-Transport-Security']
  return /\.[0-9a-f]{8}\./.test(path) ? headers : { ...headers, 'Cache-Control': 'no-cache' }
}
