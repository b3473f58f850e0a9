import type { PluginSummary } from './plugin-object.ts'

/** Turns a plugin off or on; where that cannot be, it says why. */
export function ToggleButton({ plugin: { id, name, active, obstacle } }: { plugin: PluginSummary }) {
  const verb = active ? 'Turn off' : 'Turn on'
  if (obstacle !== null) return <p class="max-w-64 text-xs text-muted-foreground">{obstacle}</p>
  return (
    <form method="post" action={`/admin/plugins/${id}/toggle`}>
      <button type="submit" class="btn" data-variant="outline" data-size="sm" aria-label={`${verb} ${name}`}>
        {verb}
      </button>
    </form>
  )
}

/** Whether a plugin is on, by colour and by word. */
export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${active ? 'bg-success' : 'bg-muted-foreground'}`} aria-hidden="true" />
      {active ? 'active' : 'off'}
    </span>
  )
}
