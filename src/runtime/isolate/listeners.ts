import type { BeforeEventName, BeforeHook, EventName, Hook } from '../../config/hooks.ts'
import type { Program } from '../../manifest/index.ts'

/** A hook and the plugin that it belongs to. */
interface Listener<Kind> {
  readonly plugin: string
  readonly hook: Kind
}

/** Hooks by event, in the order of their plugins. Events without hooks are absent. */
export type Listeners = {
  readonly [Event in EventName]?: readonly Listener<Hook>[]
} & {
  readonly [Event in BeforeEventName]?: readonly Listener<BeforeHook>[]
}

export function listenersOf(program: Program, plugins: readonly string[]): Listeners {
  const listeners: Record<string, Listener<unknown>[]> = {}
  for (const plugin of plugins) {
    for (const [event, hook] of Object.entries(program.plugins[plugin]?.http?.hooks ?? {})) {
      listeners[event] = [...(listeners[event] ?? []), { plugin, hook }]
    }
  }
  return listeners as Listeners // each hook is listed under the event that its type names
}
