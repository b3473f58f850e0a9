import type { EventName, Hook } from '../config/plugin.ts'
import type { Program } from '../manifest/index.ts'

/** Hooks by event, in the order of their plugins; an event that nobody listens to is absent. */
export type Listeners = {
  readonly [Event in EventName]?: readonly { readonly plugin: string; readonly hook: Hook }[]
}

export function listenersOf(program: Program, plugins: readonly string[]): Listeners {
  const listeners: { [Event in EventName]?: { plugin: string; hook: Hook }[] } = {}
  for (const plugin of plugins) {
    for (const [event, hook] of Object.entries(program.plugins[plugin]?.hooks ?? {}) as [EventName, Hook][]) {
      listeners[event] = [...(listeners[event] ?? []), { plugin, hook }]
    }
  }
  return listeners
}
