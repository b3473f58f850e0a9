/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Card, Prose, Table, t } from '../../../ui/index.ts'
import type { PluginDetail, PluginSetting } from './plugin-object.ts'

/** Table of a plugin's resolved settings and their origin. */
export function SettingsTable({ plugin, environment }: { plugin: PluginDetail; environment: string }) {
  return (
    <Card
      title={t('Settings')}
      description={t('Values in {environment}. To change them, edit the config.', { environment })}
    >
      {plugin.settings.length === 0 ? (
        <p class="text-sm text-muted-foreground">{t('This plugin has no settings.')}</p>
      ) : (
        <Table label={t('Settings')} columns={[t('Setting'), t('Value'), t('Source')]} stack>
          {plugin.settings.map((setting) => (
            <tr class="align-top">
              <td class="sm:min-w-48">
                <code>{setting.name}</code>
                {setting.description && (
                  <div class="max-w-md whitespace-normal text-xs text-muted-foreground">
                    <Prose text={t(setting.description)} />
                  </div>
                )}
              </td>
              <td class="whitespace-normal wrap-anywhere sm:min-w-48 sm:max-w-md" data-label={t('Value')}>
                <code class="text-xs">{describeValue(setting)}</code>
              </td>
              <td class="whitespace-normal sm:min-w-32" data-label={t('Source')}>
                <Source setting={setting} plugin={plugin} environment={environment} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

function describeValue({ value }: PluginSetting): string {
  if (value === null) return '–'
  if (typeof value === 'object' && '$secret' in value) return t('secret {name}', { name: String(value.$secret) })
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface SourceProps {
  readonly setting: PluginSetting
  readonly plugin: PluginDetail
  readonly environment: string
}

function Source({ setting: { name, source }, plugin: { usedAt, name: plugin }, environment }: SourceProps) {
  if (source === 'default') return <span class="text-muted-foreground">{t('default')}</span>
  if (source === 'config') return <span class="wrap-anywhere">{usedAt}</span>
  const file = (usedAt ?? '').replace(/:\d+$/, '')
  return (
    <>
      <Badge>{environment}</Badge>
      <div class="text-xs wrap-anywhere">{`${file}, environments.${environment}.plugins.${plugin}.${name}`}</div>
    </>
  )
}
