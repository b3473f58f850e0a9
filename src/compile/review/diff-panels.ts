import { describeRule, readRule } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import { admitsMore } from './admits-more.ts'
import type { SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'

/** Compares the panels of a plugin that exists before and after. Only users who may open the form see a panel. */
export function diffPanels(plugin: string, base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const before = base.plugins[plugin]?.documentPanels ?? {}
  const after = head.plugins[plugin]?.documentPanels ?? {}
  return namesIn(before, after)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => {
      const [then, now] = [shown(before[name], base), shown(after[name], head)]
      const outcome =
        then === null ? `is new, ${now}` : now === null ? 'is removed' : `is shown ${now}; previously ${then}`
      const message = `the panel ${name} of ${plugin} ${outcome}`
      const grade = admitsMore(before[name], after[name], base, head) ? 'opens' : 'caution'
      const change = settingChange(grade, 'panel', `${plugin}.${name}`, message, [before[name], after[name]])
      return { ...change, source: sources.plugin(plugin, 'documentPanels', name) }
    })
}

/** Describes where a panel is shown, and to whom; `null` without a panel. */
export function shown(
  panel: Lock['plugins'][string]['documentPanels'][string] | undefined,
  { roles }: Lock,
): string | null {
  if (panel === undefined) return null
  return `${PLACES[panel.place] ?? panel.place} the form of a document, for ${describeRule(readRule(panel.access, roles))}`
}

const PLACES: Readonly<Record<string, string>> = { top: 'above', side: 'beside', below: 'below' }
