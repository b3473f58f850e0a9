/** Returns the new address of a link or a picture in Markdown; `null` to keep it. */
export type ReplaceAddress = (address: string, isPicture: boolean) => string | null

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Pattern of `[text](address` and `![text](<address>`: the bracket, `<` or nothing, the address. */
const INLINE = /(!?)(\[[^[\]\n]*\]\([^\S\n]*)(?:<([^<>\n]*)>|((?:[^\s<>()]|\([^\s<>()]*\))+))/g

/** Pattern of `[label]: address`. */
const DEFINITION = /^( {0,3}\[[^[\]\n]+\]:[^\S\n]*)<?([^\s<>]+)>?/

/** Pattern of tags with an address: `<img src="address"`, `<a href='address'`, and those of sources and players. */
const TAG = /(<(img|a|source|video|audio)\b[^<>]*?\s(?:src|href)\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi

/** Replaces some addresses in Markdown. Code stays unchanged. */
export function rewriteAddresses(markdown: string, replace: ReplaceAddress): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1]
      if (fence !== null) {
        if (mark?.startsWith(fence) && line.trim() === mark) fence = null
        return line
      }
      if (mark !== undefined) {
        fence = mark
        return line
      }
      return rewriteLine(line, replace)
    })
    .join('\n')
}

function rewriteLine(line: string, replace: ReplaceAddress): string {
  if (!/\]\(|\]:|<[a-z]/i.test(line)) return line
  // The time for a line is proportional to its length. Splitting at code keeps the code unchanged.
  return line
    .split(/(`+[^`]*`+)/)
    .map((part) => (part.startsWith('`') ? part : rewritePart(part, replace)))
    .join('')
}

function rewritePart(text: string, replace: ReplaceAddress): string {
  return text
    .replace(INLINE, (whole, mark: string, before: string, bracketed?: string, bare?: string) => {
      const address = replace(bracketed ?? bare ?? '', mark === '!')
      return address === null ? whole : `${mark}${before}${address}`
    })
    .replace(DEFINITION, (whole, before: string, written: string) => {
      const address = replace(written, true)
      return address === null ? whole : `${before}${address}`
    })
    .replace(TAG, (whole, before: string, tag: string, double?: string, single?: string) => {
      const address = replace(double ?? single ?? '', tag.toLowerCase() !== 'a')
      return address === null ? whole : `${before}"${address}"`
    })
}
