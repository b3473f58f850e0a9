/**
 * Yields each SQL tuple as the JSON texts of its values, because D1 accepts parameters of 2 MB, but statements of only
 * 100 KB. Numbers keep the text that SQLite wrote. Values that JSON lacks become arrays: `["b", hex]` for bytes, `["t",
 * hex]` for text with NUL characters.
 * @param tuples in the form of backups: `(1,'a',NULL)`, separated by a comma and a line break
 */
export function* parseTuples(tuples: string): Generator<readonly string[]> {
  for (let at = 0; at < tuples.length; at += 2) {
    if (tuples.charAt(at) !== '(') throw new Error(`a row does not begin at ${at}`)
    const row: string[] = []
    do {
      const [value, end] = readLiteral(tuples, at + 1)
      row.push(value)
      at = end
    } while (tuples.charAt(at) === ',')
    if (tuples.charAt(at) !== ')') throw new Error(`a row does not end at ${at}`)
    yield row
    at += 1 // past the parenthesis; a comma and a line break follow
  }
}

const CAST = "CAST(X'"
const NUMBER = /-?[0-9][0-9.e+-]*/y

function readLiteral(text: string, start: number): [json: string, end: number] {
  if (text.startsWith('NULL', start)) return ['null', start + 4]
  if (text.charAt(start) === "'") return readText(text, start)
  if (text.startsWith("X'", start)) {
    const end = text.indexOf("'", start + 2)
    return [JSON.stringify(['b', text.slice(start + 2, end)]), end + 1]
  }
  if (text.startsWith(CAST, start)) {
    const end = text.indexOf("'", start + CAST.length)
    return [JSON.stringify(['t', text.slice(start + CAST.length, end)]), end + "' AS TEXT)".length]
  }
  NUMBER.lastIndex = start
  const number = NUMBER.exec(text)?.[0]
  if (number === undefined) throw new Error(`there is no value at ${start}`)
  return [number, start + number.length]
}

function readText(text: string, start: number): [json: string, end: number] {
  let end = start + 1
  for (;;) {
    end = text.indexOf("'", end)
    if (end === -1) throw new Error(`a string does not end after ${start}`)
    if (text.charAt(end + 1) !== "'") break
    end += 2
  }
  return [JSON.stringify(text.slice(start + 1, end).replaceAll("''", "'")), end + 1]
}
