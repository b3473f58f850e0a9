/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Alert, Card, PageHeader, Table, t } from '../../../ui/index.ts'
import type { PluginSummary } from './plugin-object.ts'
import { ActiveBadge, ToggleButton } from './toggle-button.tsx'

interface Toggled {
  readonly on?: string | undefined
  readonly off?: string | undefined
}

/** Page with a table of plugins. */
export default function pluginsPage(
  _c: RequestContext,
  { result: { data: plugins }, query: { on, off } }: Shown<{ readonly data: readonly PluginSummary[] }, Toggled>,
): Page {
  const toggled = plugins.find(({ name }) => name === (on ?? off))
  const content = (
    <>
      <PageHeader
        title={t('Plugins')}
        description={t(
          'The plugins that the config adds to the service. A plugin that is turned off does nothing; its tables are kept.',
        )}
      />
      {toggled && (
        <Alert
          kind="success"
          title={
            on !== undefined
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
  return { title: t('Plugins'), content }
}
