/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { Alert, Card, Figures, formatBytes, Icon, PageHeader, Prose, Table, t, tn } from 'lintel/ui'
import type { Sweep } from '../../sweep/sweep.ts'
import { rightsOf } from '../library.ts'
import type { Setting, StoredType } from '../stored.ts'
import { MediaTabs } from './media-tabs.tsx'

interface SettingsResult {
  readonly data: {
    readonly settings: readonly Setting[]
    readonly stored: readonly StoredType[]
    /** Result of the search for orphaned objects; absent before the search. */
    readonly swept?: Swept
  }
}

type Swept = Sweep & { readonly dryRun: boolean }

/**
 * Page that shows the storage used, the settings, the line of the config that adds the plugin and, after a search, the
 * objects in storage that belong to no file.
 */
export default function settingsPage(c: RequestContext, { result }: Shown<SettingsResult>): Page {
  const { settings, stored, swept } = result.data
  const usedAt = manifestOf(c).plugins.find(({ name }) => name === 'core-media')?.usedAt ?? null
  const files = stored.reduce((all, type) => all + type.files, 0)
  const size = stored.reduce((all, type) => all + type.size, 0)
  const content = (
    <>
      <PageHeader
        title={t('Media settings')}
        description={t('Settings are in the config, at {place}.', { place: usedAt ?? 'cms.config.ts' })}
      />
      <MediaTabs current="settings" rights={rightsOf(c)} />
      {swept && <Outcome swept={swept} />}
      <Figures
        figures={[
          { label: t('Stored files'), value: files, note: t('Identical files are stored once.') },
          { label: t('Stored bytes'), value: formatBytes(size), note: t('Excluding thumbnails and resized copies.') },
          { label: t('Types'), value: stored.length },
        ]}
      />
      <Card title={t('Stored by type')}>
        {stored.length === 0 ? (
          <p class="text-sm text-muted-foreground">{t('Nothing is stored yet.')}</p>
        ) : (
          <Table
            label={t('Stored by type')}
            columns={[t('Type'), { label: t('Files'), align: 'right' }, { label: t('Size'), align: 'right' }]}
          >
            {stored.map((type) => (
              <tr>
                <td>{type.type}</td>
                <td class="text-right tabular-nums">{type.files}</td>
                <td class="text-right tabular-nums">{formatBytes(type.size)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      <Card title={t('Settings')}>
        <Settings settings={settings} usedAt={usedAt} />
      </Card>
      <Card
        title={t('Leftover objects in storage')}
        description={t('Objects that belong to no file, older than a day. They are deleted automatically once a day.')}
      >
        <form method="post" action="/admin/media/settings/sweep" class="flex flex-wrap gap-2">
          <button type="submit" class="btn" data-variant="outline">
            <Icon name="search" />
            {t('Find leftover objects')}
          </button>
          {swept?.dryRun && swept.orphans.length > 0 && (
            <button type="submit" class="btn" data-variant="destructive" name="delete" value="true">
              <Icon name="trash-2" />
              {t('Delete them now')}
            </button>
          )}
        </form>
      </Card>
    </>
  )
  return { title: t('Media settings'), content }
}

function Outcome({ swept: { dryRun, orphans, checked } }: { swept: Swept }) {
  const bytes = formatBytes(orphans.reduce((all, { size }) => all + size, 0))
  const looked = tn(checked, '{count} object was checked.', '{count} objects were checked.')
  if (orphans.length === 0) {
    return (
      <Alert kind="success" title={t('No leftover objects')}>
        {looked}
      </Alert>
    )
  }
  const title = dryRun
    ? tn(orphans.length, '{count} object belongs to no file', '{count} objects belong to no file')
    : tn(orphans.length, '{count} object deleted', '{count} objects deleted')
  return (
    <Alert kind="note" title={title}>
      <p>{`${bytes}. ${looked}`}</p>
      <ul class="mt-1 max-h-40 overflow-y-auto font-mono text-xs wrap-anywhere">
        {orphans.slice(0, 100).map(({ key }) => (
          <li>{key}</li>
        ))}
      </ul>
    </Alert>
  )
}

interface SettingsProps {
  readonly settings: readonly Setting[]
  /** Line of the config that adds the plugin. */
  readonly usedAt: string | null
}

function Settings({ settings, usedAt }: SettingsProps) {
  return (
    <Table label={t('Settings')} columns={[t('Setting'), t('Value'), t('Source')]} stack>
      {settings.map(({ name, description, value, source }) => (
        <tr class="align-top">
          <td class="sm:max-w-sm">
            <code>{name}</code>
            {description && (
              <div class="whitespace-normal text-xs text-muted-foreground">
                <Prose text={t(description)} />
              </div>
            )}
          </td>
          <td class="whitespace-normal wrap-anywhere sm:max-w-md" data-label={t('Value')}>
            <code>{describeValue(name, value)}</code>
          </td>
          <td class="text-muted-foreground sm:whitespace-nowrap" data-label={t('Source')}>
            {source === 'config' && usedAt !== null ? usedAt : sourceInWords(source)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Formats a setting's value: file sizes in bytes and in words, lists with commas. */
function describeValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number' && name.startsWith('max') && name.endsWith('Size')) {
    return `${value} (${formatBytes(value)})`
  }
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sourceInWords(source: Setting['source']): string {
  if (source === 'default') return t('default')
  return source === 'config' ? t('config') : t('environment')
}
