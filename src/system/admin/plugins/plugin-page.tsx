import type { PropsWithChildren } from 'hono/jsx'
import type { Content } from '../../../config/pages.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { environmentOf } from '../../../runtime/kit.ts'
import { Badge, Card, PageHeader } from '../../../ui/index.ts'
import type { PluginDetail, PluginSetting } from './plugin-object.ts'
import { ActiveBadge, ToggleButton } from './toggle-button.tsx'

/** What a plugin adds to the service, and its settings. */
export function pluginPage(c: RequestContext, plugin: PluginDetail): Content {
  return (
    <>
      <PageHeader title={plugin.name} description={plugin.description}>
        <ActiveBadge active={plugin.active} />
        <ToggleButton plugin={plugin} />
      </PageHeader>
      <Facts plugin={plugin} />
      <Settings plugin={plugin} environment={environmentOf(c).name} />
      <Secrets plugin={plugin} />
      <Routes plugin={plugin} />
    </>
  )
}

function Facts({ plugin }: { plugin: PluginDetail }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Version', plugin.version],
    ['Declared in', plugin.declaredAt],
    ['Taken in at', plugin.usedAt ?? '–'],
    ['Needs', plugin.dependencies.join(', ') || '–'],
    ['Needed by', plugin.dependents.join(', ') || '–'],
    ['Listens to', plugin.hooks.join(', ') || '–'],
    ['Provides', plugin.services.join(', ') || '–'],
    ['Tables', plugin.tables.join(', ') || '–'],
    ['Jobs', plugin.jobs.map(({ name, everyMinutes }) => `${name}: ${interval(everyMinutes)}`).join(', ') || '–'],
  ]
  return (
    <Card title="What it is">
      <dl class="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
        {facts.map(([name, value]) => (
          <>
            <dt class="text-muted-foreground">{name}</dt>
            <dd class="wrap-anywhere">{value}</dd>
          </>
        ))}
      </dl>
    </Card>
  )
}

function interval(minutes: number): string {
  if (minutes === 1) return 'every minute'
  return minutes % 60 === 0 ? `every ${minutes / 60} h` : `every ${minutes} minutes`
}

function Settings({ plugin, environment }: { plugin: PluginDetail; environment: string }) {
  return (
    <Card title="Settings" description={`As they are in ${environment}. They are changed in the config.`}>
      {plugin.settings.length === 0 ? (
        <p class="text-sm text-muted-foreground">It has none.</p>
      ) : (
        <Table columns={['Setting', 'Value', 'Source']}>
          {plugin.settings.map((setting) => (
            <tr class="align-top">
              <td>
                <code>{setting.name}</code>
                {setting.description && (
                  <div class="whitespace-normal text-xs text-muted-foreground">{setting.description}</div>
                )}
              </td>
              <td class="max-w-md whitespace-normal wrap-anywhere">
                <code>{valueInWords(setting)}</code>
              </td>
              <td>{sourceInWords(setting, plugin, environment)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

function valueInWords({ value }: PluginSetting): string {
  if (value === null) return '–'
  if (typeof value === 'object' && '$secret' in value) return `secret ${value.$secret}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sourceInWords({ name, source }: PluginSetting, { usedAt, name: plugin }: PluginDetail, environment: string) {
  if (source === 'default') return <span class="text-muted-foreground">default</span>
  const file = (usedAt ?? '').replace(/:\d+$/, '')
  const place = source === 'config' ? usedAt : `${file}, environments.${environment}.plugins.${plugin}.${name}`
  return <span title={source}>{place}</span>
}

function Secrets({ plugin: { secrets } }: { plugin: PluginDetail }) {
  if (secrets.length === 0) return null
  return (
    <Card title="Secrets" description="Kept by the worker. Their values are shown nowhere.">
      <Table columns={['Name', 'What it is for', 'State']}>
        {secrets.map(({ name, description, isSet }) => (
          <tr class="align-top">
            <td>
              <code>{name}</code>
            </td>
            <td class="whitespace-normal">{description}</td>
            <td>
              <Badge kind={isSet ? 'secondary' : 'outline'}>{isSet ? 'set' : 'not set'}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function Routes({ plugin: { routes } }: { plugin: PluginDetail }) {
  if (routes.length === 0) return null
  return (
    <Card title="Routes">
      <Table columns={['Method', 'Path', 'Who may']}>
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

function Table({ columns, children }: PropsWithChildren<{ columns: readonly string[] }>) {
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
