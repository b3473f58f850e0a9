import type { Lock } from '../lock/read-lock.ts'
import { shown } from './diff-panels.ts'
import { routesOf } from './diff-routes.ts'
import { readers } from './diff-sections.ts'

/** Lists everything by which the code of a plugin is reached, one per line. */
export function reachedBy(name: string, lock: Lock): string[] {
  const plugin = lock.plugins[name]
  if (!plugin) return []
  const events = Object.keys(lock.hooks).filter((event) => lock.hooks[event]?.includes(name))
  return [
    ...routesOf(lock, name).map((route) => `${route.name}, for ${route.access}`),
    ...(plugin.middleware ? ['the middleware of its routes'] : []),
    ...events.map((event) => `the hook ${event}`),
    ...Object.entries(plugin.cron).map(([job, minutes]) => `the cron job ${job}, every ${minutes} min`),
    ...plugin.queues.map((queue) => `the queue ${queue}`),
    ...plugin.services.map((service) => `the service ${service}, which other plugins call`),
    ...Object.entries(plugin.documentPanels).map(([panel, facts]) => `the panel ${panel}, ${shown(facts, lock)}`),
    ...Object.entries(plugin.dashboardSections).map(
      ([section, facts]) => `the dashboard section ${section}, for ${readers(facts, lock)}`,
    ),
  ]
}
