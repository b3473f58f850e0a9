/** Number of context lines around a change. */
const CONTEXT = 3

type Line = { readonly mark: ' ' | '-' | '+'; readonly text: string }

/**
 * Returns the changes between two versions of a file, in the format of `git diff`; `null` stands for a file that does
 * not exist.
 */
export function diffTexts(path: string, before: string | null, after: string | null): string {
  const lines = compare(linesOf(before), linesOf(after))
  const head = [
    `--- ${before === null ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${path}`}`,
  ]
  return `${[...head, ...hunks(lines)].join('\n')}\n`
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Compares lines by the longest common subsequence of what is between the common beginning and end. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ mark: ' ', text }))
  return [
    ...same(before.slice(0, head)),
    ...compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]]
    if (old !== undefined && old === now) {
      lines.push({ mark: ' ', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: old })
      i += 1
    } else {
      lines.push({ mark: '+', text: now ?? '' })
      j += 1
    }
  }
  return lines
}

function hunks(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  const ranges: { start: number; end: number }[] = []
  for (const index of changed) {
    const start = Math.max(0, index - CONTEXT)
    const end = Math.min(lines.length, index + CONTEXT + 1)
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = end
    else ranges.push({ start, end })
  }
  return ranges.flatMap(({ start, end }) => {
    const part = lines.slice(start, end)
    const range = (sign: '-' | '+'): string => {
      const isCounted = (line: Line): boolean => line.mark === ' ' || line.mark === sign
      const count = part.filter(isCounted).length
      const first = lines.slice(0, start).filter(isCounted).length
      return `${sign}${count === 0 ? first : first + 1}${count === 1 ? '' : `,${count}`}`
    }
    return [`@@ ${range('-')} ${range('+')} @@`, ...part.map(({ mark, text }) => mark + text)]
  })
}
