export interface WordRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * Maximum number of words in the part of each text between the common beginning and the common end. Longer parts are
 * not compared by word.
 */
const MAX_WORDS = 1500

/** Compares two texts, word by word (longest common subsequence). */
export function differingWords(before: string, after: string): readonly WordRun[] {
  const left = wordsOf(before)
  const right = wordsOf(after)
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const middle = compare(left.slice(start, left.length - end), right.slice(start, right.length - end))
  return joined([
    { kind: 'same', text: left.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ])
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

function compare(left: readonly string[], right: readonly string[]): readonly WordRun[] {
  if (left.length > MAX_WORDS || right.length > MAX_WORDS) {
    return [
      { kind: 'removed', text: left.join('') },
      { kind: 'added', text: right.join('') },
    ]
  }
  const lengths = commonLengths(left, right)
  const runs: WordRun[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [a, b] = [left[row], right[column]]
    if (a !== undefined && a === b) {
      runs.push({ kind: 'same', text: a })
      row += 1
      column += 1
    } else if (b === undefined || (a !== undefined && at(lengths, row + 1, column) >= at(lengths, row, column + 1))) {
      runs.push({ kind: 'removed', text: a ?? '' })
      row += 1
    } else {
      runs.push({ kind: 'added', text: b })
      column += 1
    }
  }
  return runs
}

/** Returns, for each pair of positions, the length of the longest common subsequence of the words that follow. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const line = lengths[row]
    if (!line) continue
    for (let column = right.length - 1; column >= 0; column -= 1) {
      line[column] =
        left[row] === right[column]
          ? at(lengths, row + 1, column + 1) + 1
          : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1))
    }
  }
  return lengths
}

function at(lengths: readonly Uint16Array[], row: number, column: number): number {
  return lengths[row]?.[column] ?? 0
}

function joined(runs: readonly WordRun[]): readonly WordRun[] {
  const result: WordRun[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (run.text === '') continue
    if (last?.kind === run.kind) result[result.length - 1] = { kind: run.kind, text: last.text + run.text }
    else result.push(run)
  }
  return result
}
