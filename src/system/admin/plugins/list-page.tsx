/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import { Alert, Card, PageHeader, Table, t } from '../../../ui/index.ts'
import type { PluginSummary } from './plugin-object.ts'
import { ActiveBadge, ToggleButton } from './toggle-button.tsx'

/** What was turned on or off just now. */
export interface Toggled {
  readonly name: string
  readonly active: boolean
}

/** The plugins as a table. */
export function pluginsPage(plugins: readonly PluginSummary[], toggled: Toggled | null): Content {
  return (
    <>
      <PageHeader
        title={t('Plugins')}
        description={t('What the config adds to the service. Turned off, a plugin answers nothing; its tables stay.')}
      />
      {toggled && (
        <Alert
          kind="success"
          title={
            toggled.active
              ? t('{plugin} is turned on', { plugin: toggled.name })
              : t('{plugin} is turned off', { plugin: toggled.name })
          }
        />
      )}
      <Card>
        <Table
          label={t('Plugins')}
          columns={[t('Plugin'), t('Status'), t('Needs'), t('Needed by'), { label: t('Change'), silent: true }]}
        >
          {plugins.map((plugin) => (
            <tr class="align-top">
              <td class="min-w-56 whitespace-normal">
                <a class="font-medium underline-offset-4 hover:underline" href={`/admin/plugins/${plugin.id}`}>
                  {plugin.name}
                </a>{' '}
                <span class="text-xs text-muted-foreground">{plugin.version}</span>
                <div class="max-w-prose text-sm text-muted-foreground">{plugin.description}</div>
              </td>
              <td>
                <ActiveBadge active={plugin.active} />
              </td>
              <td class="whitespace-normal">{plugin.dependencies.join(', ') || '–'}</td>
              <td class="whitespace-normal">{plugin.dependents.join(', ') || '–'}</td>
              <td class="min-w-40 whitespace-normal">
                <ToggleButton plugin={plugin} />
              </td>
            </tr>
          ))}
        </Table>
      </Card>
    </>
  )
}
