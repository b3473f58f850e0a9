/** Names in the `Content-Disposition` header of a form's part. */
export interface Disposition {
  /** The field's name; `null` if there is none. */
  readonly name: string | null
  /** Name of the file; `null` for a field that is not a file. */
  readonly filename: string | null
}

const PARAMETER = /;\s*(name|filename\*|filename)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/gi

/**
 * Parses a `Content-Disposition` (RFC 7578, section 4.2), whose names are UTF-8 with the escapes of browsers.
 * `filename*` (RFC 8187) takes precedence over `filename`.
 */
export function readDisposition(header: string): Disposition {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    found.set(name.toLowerCase(), quoted === undefined ? bare : unquote(quoted))
  }
  return {
    name: found.get('name') ?? null,
    filename: readExtended(found.get('filename*')) ?? found.get('filename') ?? null,
  }
}

/**
 * Replaces the escapes of browsers, which write quotes and line breaks as percent escapes, and nothing else (HTML,
 * "multipart/form-data").
 */
function unquote(text: string): string {
  return text
    .replace(/\\"/g, '"')
    .replace(/%22/g, '"')
    .replace(/%0D|%0A/gi, ' ')
}

function readExtended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
