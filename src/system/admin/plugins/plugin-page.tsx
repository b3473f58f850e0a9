/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { canEditSources, environmentOf, type RequestContext } from '../../../runtime/kit.ts'
import { Badge, Card, Facts, Icon, PageHeader, Table, t } from '../../../ui/index.ts'
import type { PluginDetail } from './plugin-object.ts'
import { SettingsTable } from './settings-table.tsx'
import { ActiveBadge, ToggleButton } from './toggle-button.tsx'

/** Page of a plugin: what it adds to the service, and its settings. */
export default function pluginPage(c: RequestContext, { result }: Shown<{ readonly data: PluginDetail }>): Page {
  const plugin = result.data
  const content = (
    <>
      <PageHeader title={plugin.name} description={plugin.description}>
        <ActiveBadge active={plugin.active} />
        <ToggleButton plugin={plugin} />
        {canEditSources(c) && plugin.settings.length > 0 && (
          <a class="btn" data-variant="outline" data-size="sm" href={`/admin/plugins/${plugin.id}/settings/edit`}>
            <Icon name="pencil" />
            {t('Change settings')}
          </a>
        )}
      </PageHeader>
      <Card title={t('What it is')}>
        <Facts facts={factsOf(plugin)} />
      </Card>
      <SettingsTable plugin={plugin} environment={environmentOf(c).name} />
      <Secrets plugin={plugin} />
      <Pages plugin={plugin} />
      <Routes plugin={plugin} />
    </>
  )
  return { title: plugin.name, content }
}

function factsOf(plugin: PluginDetail): readonly (readonly [string, string])[] {
  const list = (names: readonly string[]) => names.join(', ') || '–'
  return [
    [t('Version'), plugin.version],
    [t('Declared in'), plugin.declaredAt],
    [t('Added in'), plugin.usedAt ?? '–'],
    [t('Needs'), list(plugin.dependencies)],
    [t('Needed by'), list(plugin.dependents)],
    [t('Listens to'), list(plugin.hooks)],
    [t('Provides'), list(plugin.services)],
    [t('Tables'), list(plugin.tables)],
    [t('Jobs'), list(plugin.jobs.map(({ name, everyMinutes }) => `${name}: ${interval(everyMinutes)}`))],
  ]
}

function interval(minutes: number): string {
  if (minutes === 1) return t('every minute')
  return minutes % 60 === 0
    ? t('every {count} h', { count: minutes / 60 })
    : t('every {count} minutes', { count: minutes })
}

function Secrets({ plugin: { secrets } }: { plugin: PluginDetail }) {
  if (secrets.length === 0) return null
  return (
    <Card title={t('Secrets')} description={t('Stored by the worker. Their values are never shown.')}>
      <Table label={t('Secrets')} columns={[t('Name'), t('Purpose'), t('State')]} stack>
        {secrets.map(({ name, description, isSet }) => (
          <tr class="align-top">
            <td>
              <code>{name}</code>
            </td>
            <td class="whitespace-normal">{description}</td>
            <td>
              <Badge kind={isSet ? 'secondary' : 'outline'}>{isSet ? t('set') : t('not set')}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

/** Links to the plugin's pages in the admin. */
function Pages({ plugin: { pages, active } }: { plugin: PluginDetail }) {
  if (pages.length === 0 || !active) return null
  return (
    <Card title={t('Pages')}>
      <div class="flex flex-wrap gap-2">
        {pages.map(({ path, label }) => (
          <a class="btn" data-variant="outline" data-size="sm" href={path}>
            {t(label)}
          </a>
        ))}
      </div>
    </Card>
  )
}

function Routes({ plugin: { routes } }: { plugin: PluginDetail }) {
  if (routes.length === 0) return null
  return (
    <Card title={t('Routes')}>
      <Table label={t('Routes')} columns={[t('Method'), t('Path'), t('Who may call it')]}>
        {routes.map(({ method, path, access }) => (
          <tr>
            <td>{method}</td>
            <td>
              <code>{path}</code>
            </td>
            <td>{access}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
