import type { PluginSpec } from '../../config/plugin.ts'
import { GROUP_OF, groupedPart } from '../../config/plugin-groups.ts'
import { atKey, type Finding } from '../diagnostics/diagnostic.ts'
import { type Path, type PlainObject, valueAt, withoutPaths } from '../plain-object.ts'

/** Finds the parts of a plugin that are outside their group, and returns the plugin without them. */
export function misplacedParts(plugin: PluginSpec): { readonly findings: readonly Finding[]; readonly rest: object } {
  const places: readonly Path[] = [[], ...[...new Set(Object.values(GROUP_OF))].map((group) => [group])]
  const misplaced = places.flatMap((place) =>
    Object.keys(Object(valueAt(plugin, place))).flatMap((member) => {
      const part = groupedPart(member)
      const isThere = part === null || (part === member && GROUP_OF[part] === place[0])
      return isThere ? [] : [{ path: [...place, member], part }]
    }),
  )
  return {
    findings: misplaced.map(({ path, part }) => {
      const where = part === path.at(-1) ? '' : ` as '${part}'`
      const upgrade = path.length === 1 ? ', or let `cms upgrade` move it' : ''
      return {
        code: 'misplaced-part',
        message: `'${path.join('.')}' of the plugin ${plugin.name} belongs to '${GROUP_OF[part]}'${where}.`,
        hint: `Write \`${GROUP_OF[part]}: { ${part}: … }\`${upgrade}.`,
        at: atKey(plugin, ...path),
      }
    }),
    rest: withoutPaths(
      plugin as unknown as PlainObject, // parts are missing, which the next check of its shape reports
      misplaced.map(({ path }) => path),
    ),
  }
}
