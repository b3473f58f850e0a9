import { type SourceFile, ts } from 'ts-morph'

/** Code style of a file. */
export interface Style {
  readonly quote: "'" | '"'
  /** One level of indentation: two spaces, four, a tab. */
  readonly indent: string
  readonly newline: '\n' | '\r\n'
  readonly semicolons: boolean
  /** True if a list on several lines has a comma after its last element. */
  readonly trailingComma: boolean
  /** Maximum number of characters of a line. */
  readonly width: number
}

const WIDTHS = [80, 100, 120]

export function readStyle(file: SourceFile): Style {
  const text = file.getFullText()
  const quotes: boolean[] = []
  const commas: boolean[] = []
  // Uses the compiler's own nodes, because wrapping each of them takes ten times as long.
  const visit = (node: ts.Node): void => {
    const list = ts.isObjectLiteralExpression(node)
      ? node.properties
      : ts.isArrayLiteralExpression(node) && node.elements
    if (ts.isStringLiteral(node)) quotes.push(text[node.getStart()] === '"')
    if (list && list.length > 0 && node.getText().includes('\n')) commas.push(list.hasTrailingComma === true)
    ts.forEachChild(node, visit)
  }
  visit(file.compilerNode)
  const longest = Math.max(0, ...text.split(/\r?\n/).map((line) => line.length))
  const { statements } = file.compilerNode
  const simple = statements.filter((node) => !ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node))
  return {
    quote: majority(quotes) ? '"' : "'",
    indent: /^( {1,8}|\t)\S/m.exec(text.replace(/^ \*.*$/gm, ''))?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    semicolons: majority(simple.map((node) => node.getText().endsWith(';'))),
    trailingComma: commas.length === 0 || majority(commas),
    width: longest <= 80 ? 100 : (WIDTHS.find((width) => width >= longest) ?? longest),
  }
}

function majority(votes: readonly boolean[]): boolean {
  return votes.filter(Boolean).length * 2 > votes.length
}
