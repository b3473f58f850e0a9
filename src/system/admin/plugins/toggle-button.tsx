/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from '../../../ui/index.ts'
import type { PluginSummary } from './plugin-object.ts'

/** Button that turns a plugin off or on, or the reason why that is not possible. */
export function ToggleButton({ plugin: { id, name, active, obstacle } }: { plugin: PluginSummary }) {
  if (obstacle !== null) return <p class="max-w-64 text-xs text-muted-foreground">{obstacle}</p>
  return (
    <form method="post" action={`/admin/plugins/${id}/toggle`}>
      <button
        type="submit"
        class="btn"
        data-variant="outline"
        data-size="sm"
        aria-label={active ? t('Turn off {plugin}', { plugin: name }) : t('Turn on {plugin}', { plugin: name })}
      >
        {active ? t('Turn off') : t('Turn on')}
      </button>
    </form>
  )
}

/** Badge that shows whether a plugin is on, by color and by word. */
export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${active ? 'bg-success' : 'bg-muted-foreground'}`} aria-hidden="true" />
      {active ? t('active') : t('off')}
    </span>
  )
}
