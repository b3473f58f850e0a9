import { type CallExpression, Node, type ObjectLiteralExpression } from 'ts-morph'
import type { Source } from '../../compile/edit/source.ts'
import { nameOf, unwrap } from '../../compile/edit/value.ts'
import { GROUP_OF, groupedPart, type PluginGroup } from '../../config/plugin-groups.ts'

/** Outcome of an upgrade for one member of a plugin's declaration. */
export type Fate =
  | { readonly kind: 'stays' }
  | { readonly kind: 'moves'; readonly group: PluginGroup }
  | { readonly kind: 'left'; readonly message: string }

/** Lists the calls of `definePlugin` in a file, in order. */
export function pluginCalls({ file }: Source): readonly CallExpression[] {
  const names = new Set(
    file
      .getImportDeclarations()
      .filter((declaration) => declaration.getModuleSpecifierValue() === 'lintel')
      .flatMap((declaration) => {
        const whole = declaration.getNamespaceImport()?.getText()
        const named = declaration.getNamedImports().filter((name) => name.getName() === 'definePlugin')
        return [
          ...named.map((name) => name.getAliasNode()?.getText() ?? name.getName()),
          ...(whole === undefined ? [] : [`${whole}.definePlugin`]),
        ]
      }),
  )
  return file.getDescendants().filter((node): node is CallExpression => {
    return Node.isCallExpression(node) && names.has(node.getExpression().getText())
  })
}

/** Returns the object with which a call declares a plugin; `null` if it is computed by code. */
export function declarationOf(source: Source, call: CallExpression): ObjectLiteralExpression | null {
  const [argument] = call.getArguments()
  return argument ? objectOf(source, argument) : null
}

function objectOf({ file }: Source, node: Node): ObjectLiteralExpression | null {
  const inner = unwrap(node)
  const constant = Node.isIdentifier(inner) ? file.getVariableDeclaration(inner.getText())?.getInitializer() : inner
  const found = constant && unwrap(constant)
  return Node.isObjectLiteralExpression(found) ? found : null
}

/** Returns what happens to each member of a plugin's declaration. */
export function fatesOf(source: Source, object: ObjectLiteralExpression): ReadonlyMap<Node, Fate> {
  const members = object.getProperties()
  const present = new Set(members.map(nameOf))
  return new Map(
    members.map((member): [Node, Fate] => {
      const fate = fateOf(source, member)
      if (fate.kind !== 'moves' || !present.has(fate.group)) return [member, fate]
      return [member, { kind: 'left', message: `This belongs to \`${fate.group}\`, which already exists.` }]
    }),
  )
}

function fateOf(source: Source, member: Node): Fate {
  if (!Node.isSpreadAssignment(member)) {
    const name = nameOf(member)
    if (name === null) return { kind: 'left', message: 'The name is computed: put this into its group by hand.' }
    if (name === 'uploads')
      return {
        kind: 'left',
        message: 'Each target declares its own routes now: `targets: { media: { …, uploads: { upload } } }`.',
      }
    const part = groupedPart(name)
    return part === null ? { kind: 'stays' } : { kind: 'moves', group: GROUP_OF[part] }
  }
  const names = namesIn(source, member.getExpression())
  const parts = names?.map((name) => ({ name, part: groupedPart(name) })) ?? []
  const [group = null, ...others] = new Set(parts.map(({ part }) => part && GROUP_OF[part]))
  const isRenamed = parts.some(({ name, part }) => part !== null && part !== name)
  if (names === null || others.length > 0 || isRenamed)
    return { kind: 'left', message: 'Parts come from elsewhere: put each into its group by hand.' }
  return group === null ? { kind: 'stays' } : { kind: 'moves', group }
}

/** Lists the names of the members that an expression may spread; `null` if the file does not show them. */
function namesIn(source: Source, expression: Node): readonly string[] | null {
  const inner = unwrap(expression)
  if (Node.isConditionalExpression(inner))
    return union([inner.getWhenTrue(), inner.getWhenFalse()].map((branch) => namesIn(source, branch)))
  if (Node.isBinaryExpression(inner) && inner.getOperatorToken().getText() === '&&')
    return namesIn(source, inner.getRight())
  const members = objectOf(source, inner)?.getProperties()
  if (!members) return null
  return union(
    members.map((member) => {
      if (Node.isSpreadAssignment(member)) return namesIn(source, member.getExpression())
      const name = nameOf(member)
      return name === null ? null : [name]
    }),
  )
}

function union(all: readonly (readonly string[] | null)[]): readonly string[] | null {
  return all.includes(null) ? null : all.flatMap((names) => names ?? [])
}
