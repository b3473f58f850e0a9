import { Node, type SourceFile, SyntaxKind } from 'ts-morph'

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

const WIDTHS = [80, 100, 120]

export function readStyle(file: SourceFile): Style {
  const text = file.getFullText()
  const strings = file.getDescendantsOfKind(SyntaxKind.StringLiteral)
  const objects = file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).map((node) => node.compilerNode)
  const arrays = file.getDescendantsOfKind(SyntaxKind.ArrayLiteralExpression).map((node) => node.compilerNode)
  const commas = [...objects, ...arrays].flatMap((list) => {
    const elements = 'properties' in list ? list.properties : list.elements
    return elements.length > 0 && list.getText().includes('\n') ? [elements.hasTrailingComma === true] : []
  })
  const longest = Math.max(0, ...text.split(/\r?\n/).map((line) => line.length))
  const simple = file
    .getStatements()
    .filter((node) => !Node.isFunctionDeclaration(node) && !Node.isClassDeclaration(node))
  return {
    quote: majority(strings.map((node) => node.getText().startsWith('"'))) ? '"' : "'",
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
