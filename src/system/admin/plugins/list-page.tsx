import type { Content } from '../../../config/pages.ts'
import { PageHeader } from '../../../ui/index.ts'
import type { PluginSummary } from './plugin-object.ts'
import { ActiveBadge, ToggleButton } from './toggle-button.tsx'

/** The plugins as a table. */
export function pluginsPage(plugins: readonly PluginSummary[]): Content {
  return (
    <>
      <PageHeader
        title="Plugins"
        description="What the config adds to the service. Turned off, a plugin answers nothing; its tables stay."
      />
      <div class="overflow-x-auto">
        <table class="table">
          <thead>
            <tr>
              <th>Plugin</th>
              <th>Status</th>
              <th>Needs</th>
              <th>Needed by</th>
              <th>
                <span class="sr-only">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {plugins.map((plugin) => (
              <tr class="align-top">
                <td class="min-w-48 whitespace-normal">
                  <a class="font-medium underline-offset-4 hover:underline" href={`/admin/plugins/${plugin.id}`}>
                    {plugin.name}
                  </a>{' '}
                  <span class="text-xs text-muted-foreground">{plugin.version}</span>
                  <div class="max-w-prose text-sm text-muted-foreground">{plugin.description}</div>
                </td>
                <td>
                  <ActiveBadge active={plugin.active} />
                </td>
                <td>{plugin.dependencies.join(', ') || '–'}</td>
                <td>{plugin.dependents.join(', ') || '–'}</td>
                <td class="whitespace-normal">
                  <ToggleButton plugin={plugin} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
