/** One line of the lock: a value printed on a single line, however deep it is. */
export class Fact {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** Facts and sections of facts by name. */
export interface Section {
  readonly [name: string]: Fact | Section
}

/** Prints canonical JSON: names sorted, one fact per line. Equal facts yield equal bytes. */
export function printLock(lock: Section): string {
  return `${printSection(lock, '')}\n`
}

function printSection(section: Section, indent: string): string {
  const inner = `${indent}  `
  const names = Object.keys(section).sort()
  if (names.length === 0) return '{}'
  const lines = names.map((name) => `${inner}${JSON.stringify(name)}: ${printEntry(section[name], inner)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function printEntry(entry: Fact | Section | undefined, indent: string): string {
  if (entry === undefined) return 'null'
  return entry instanceof Fact ? printValue(entry.value) : printSection(entry, indent)
}

/** Prints a value on one line, with sorted names and without undefined properties. */
function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${printValue(inner)}`).join(', ')} }`
}
