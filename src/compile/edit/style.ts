import { ts } from 'ts-morph'

/** Writer of a file. */
export interface Style {
  readonly quote: "'" | '"'
  /** One level: two spaces, four, a tab. */
  readonly indent: string
  readonly newline: '\n' | '\r\n'
  readonly semicolons: boolean
  /** After the last element of a list that is written on several lines. */
  readonly trailingComma: boolean
  /** Characters that a line may have. */
  readonly width: number
}

/** Style of files that show none of their own. */
export const DEFAULT_STYLE: Style = {
  quote: "'",
  indent: '  ',
  newline: '\n',
  semicolons: false,
  trailingComma: true,
  width: 120,
}

const WIDTHS = [80, 100, 120]

export function readStyle(tree: ts.SourceFile): Style {
  const { text } = tree
  const strings: string[] = []
  const commas: boolean[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) strings.push(node.getText()[0] ?? '')
    const list = ts.isObjectLiteralExpression(node)
      ? node.properties
      : ts.isArrayLiteralExpression(node)
        ? node.elements
        : null
    if (list && list.length > 0 && node.getText().includes('\n')) commas.push(list.hasTrailingComma)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const longest = Math.max(0, ...text.split(/\r?\n/).map((line) => line.length))
  const simple = tree.statements.filter((node) => !ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node))
  return {
    quote: majority(strings.map((quote) => quote === '"')) ? '"' : "'",
    indent: /^( {1,8}|\t)\S/m.exec(text.replace(/^ \*.*$/gm, ''))?.[1] ?? DEFAULT_STYLE.indent,
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    semicolons: majority(simple.map((node) => node.getText().endsWith(';'))),
    trailingComma: commas.length === 0 || majority(commas),
    width: longest <= 80 ? 100 : (WIDTHS.find((width) => width >= longest) ?? longest),
  }
}

function majority(votes: readonly boolean[]): boolean {
  return votes.filter(Boolean).length * 2 > votes.length
}
