/** Other modules that a module's text names, whether or not they are evaluated with it. */
export interface ImportsFound {
  /** As written: `./rules.ts`, `zod`, `node:crypto`. Imports of types alone are none. */
  readonly specifiers: readonly string[]
  /** Beginnings of addresses that the module composes while it runs: any file below may be meant. */
  readonly folders: readonly string[]
}

/**
 * Finds what a module may import. Rather one too many than one too few: a text that only looks like an import makes a
 * hash change once too often, one that is overlooked hides code from a review.
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

/** A string after a word that imports, with comments in between. */
const IMPORTED =
  /\b(?:from|import|require|resolve)\b\s*(?:\(\s*)?(?:\/\*[\s\S]*?\*\/\s*|\/\/[^\n]*\n\s*)*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g

/** A string that reads as a relative address, wherever it stands: `new URL('./data.wasm', import.meta.url)`. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n]*)\1/g

/** An import or export that is gone once types are. */
const TYPES = /\b(?:import|export)\s+type\b(?!\s*(?:,|from\s*["']))[^;"'`]*?\bfrom\s*(["'])(?:(?!\1)[^\\\n])*\1/g

/** Place where the strings of such imports end. */
function typePositions(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(TYPES)].map((match) => match.index + match[0].length))
}

/** An import whose address is no plain string. */
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
