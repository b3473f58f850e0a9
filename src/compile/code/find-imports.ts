/** Modules that a module's text refers to, whether or not they are evaluated with it. */
export interface ImportsFound {
  /** Specifiers as written: `./rules.ts`, `zod`, `node:crypto`. Imports of types alone are left out. */
  readonly specifiers: readonly string[]
  /** Prefixes of addresses that the module composes at run time: they may refer to any file below. */
  readonly folders: readonly string[]
}

/**
 * Finds what a module may import. False positives are preferred: text that only looks like an import may change a hash
 * unnecessarily, but a missed import hides code from a review.
 */
export function findImports(text: string): ImportsFound {
  const types = typePositions(text)
  const specifiers = new Set<string>()
  const note = (match: RegExpExecArray, written: string) => {
    if (!types.has(match.index + match[0].length)) specifiers.add(unescaped(written))
  }
  for (const match of text.matchAll(IMPORTED)) note(match, match[2] ?? '')
  for (const match of text.matchAll(RELATIVE)) note(match, match[2] ?? '')
  return { specifiers: [...specifiers].sort(), folders: composedIn(text) }
}

/** Matches a string after a keyword that imports, with comments in between. */
const IMPORTED =
  /\b(?:from|import|require|resolve)\b\s*(?:\(\s*)?(?:\/\*[\s\S]*?\*\/\s*|\/\/[^\n]*\n\s*)*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g

/** Matches a string that looks like a relative address, anywhere: `new URL('./data.wasm', import.meta.url)`. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n]*)\1/g

/** Matches an import or export of types alone. */
const TYPES = /\b(?:import|export)\s+type\b(?!\s*(?:,|from\s*["']))[^;"'`]*?\bfrom\s*(["'])(?:(?!\1)[^\\\n])*\1/g

/** Returns the end positions of the specifiers in imports and exports of types alone. */
function typePositions(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(TYPES)].map((match) => match.index + match[0].length))
}

/** Matches an import whose address is not a plain string. */
const COMPOSED = /\b(?:import|require)\s*\(\s*(?:(["'])([^"'\n]*)\1\s*\+|`([^`$]*)\$\{|(?=[\w$(]))/g

function composedIn(text: string): string[] {
  const starts = [...text.matchAll(COMPOSED)].map((match) => match[2] ?? match[3] ?? './')
  return [...new Set(starts)].sort()
}

function unescaped(written: string): string {
  if (!written.includes('\\')) return written
  return written
    .replace(/\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]{1,5})\}/g, (_, x, u, long) =>
      String.fromCodePoint(Number.parseInt(x ?? u ?? long, 16)),
    )
    .replace(/\\(.)/g, '$1')
}
