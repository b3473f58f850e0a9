/**
 * Replaces the comments and trailing commas of JSON with blanks, as in `tsconfig.json`, so that positions stay the same.
 * A comment may lack its end.
 */
export function withoutComments(text: string): string {
  const blank = (match: string, literal?: string) => literal ?? match.replace(/[^\n]/g, ' ')
  return text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, blank)
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, blank)
}
