import type { Node } from 'ts-morph'
import type { Spot } from './diagnostic.ts'
import { fileName } from './file-name.ts'
import { spanOf } from './span.ts'
import type { SyntaxTrees } from './syntax-tree.ts'

/** Finds the first `await` outside functions, at which a module may hang; `null` if there is none. */
export function findTopLevelAwait(trees: SyntaxTrees, files: readonly string[], root: string): Spot | null {
  for (const path of files) {
    const node = trees.of(path)?.getFirstDescendant((candidate) => isTopLevel(candidate, trees))
    if (node) return { file: fileName(root, path), ...spanOf(node) }
  }
  return null
}

function isTopLevel(node: Node, { is }: SyntaxTrees): boolean {
  return is.isAwaitExpression(node) && !node.getAncestors().some((ancestor) => is.isFunctionLikeDeclaration(ancestor))
}
