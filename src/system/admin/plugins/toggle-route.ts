import { and, eq, inArray, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { audit, coreTables, forgetPluginStates, HttpError, type RequestContext, t } from '../../../runtime/kit.ts'
import { type PluginState, readPluginState } from './plugin-states.ts'

/** Route that turns a plugin off or on. The change takes effect in this isolate at once, in others within a second. */
export const togglePlugin = defineRoute({
  method: 'POST',
  path: '/admin/plugins/:id/toggle',
  access: ['admin'],
  summary: 'Turn a plugin off, or on again',
  returns: z.strictObject({ data: z.strictObject({ id: z.string(), name: z.string(), active: z.boolean() }) }),
  problems: ['not_found', 'plugin_dependency', 'conflict'],
  act: async (c, { params }) => {
    const state = await readPluginState(c, params.id)
    if (state.obstacle !== null) throw new HttpError('plugin_dependency', state.obstacle)
    if (!(await toggle(c, state))) {
      throw new HttpError('conflict', t('Somebody else has just turned this plugin or a related one on or off.'))
    }
    forgetPluginStates(c)
    const { name } = state.plugin
    const active = !state.active
    await audit(c, { action: active ? 'plugin.enable' : 'plugin.disable', collection: 'plugins', id: name })
    return { data: { id: name, name, active } }
  },
  to: ({ data: { name, active } }) => `/admin/plugins?${new URLSearchParams({ [active ? 'on' : 'off']: name })}`,
})

/** Stores the opposite of the state. Returns `false` if a request has since toggled this plugin or a related one. */
async function toggle(c: RequestContext, { plugin, active, dependents }: PluginState): Promise<boolean> {
  const { plugins } = coreTables
  const db = c.get('db')
  const others = alias(plugins, 'others')
  // Turning off: no dependent plugin is on. Turning on: no dependency is off.
  const blocking = active
    ? and(inArray(others.id, [...dependents]), eq(others.active, true))
    : and(inArray(others.id, [...plugin.dependencies]), eq(others.active, false))
  const changed = await db
    .update(plugins)
    .set({ active: !active, updatedAt: Date.now() })
    .where(
      and(
        eq(plugins.id, plugin.name),
        eq(plugins.active, active),
        notExists(db.select({ id: others.id }).from(others).where(blocking)),
      ),
    )
    .returning({ id: plugins.id })
  return changed.length > 0
}
