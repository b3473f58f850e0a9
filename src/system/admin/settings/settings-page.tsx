/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Card, Facts, PageHeader, Tabs, t } from '../../../ui/index.ts'
import { AppearanceForm } from './appearance-form.tsx'
import type { Feature } from './features.ts'
import { FeaturesPart } from './features-part.tsx'
import type { TabSettings } from './tab-settings.ts'
import { TAB_LABELS, type Tab } from './tabs.ts'
import { WORDS } from './words.ts'

/** One tab of the settings page. */
export default function settingsPage(_c: RequestContext, { result }: Shown<{ readonly data: object }>): Page {
  const { tab: current, settings } = result.data as { tab: Tab; settings: TabSettings } // as the route read them
  const content = (
    <>
      <PageHeader
        title={t('Settings')}
        description={t('Settings are code: they are changed in cms.config.ts and deployed.')}
      />
      <Tabs
        label={t('Settings')}
        tabs={Object.entries(TAB_LABELS).map(([tab, label]) => ({
          href: `/admin/settings/${tab}`,
          label: t(label),
          current: tab === current,
        }))}
      />
      <TabContent current={current} settings={settings} />
    </>
  )
  return { title: t('Settings'), content }
}

function TabContent({ current, settings }: { current: Tab; settings: TabSettings }) {
  if (current === 'appearance') return <AppearanceForm settings={settings} />
  // Each tab renders the facts that its own reader returns.
  if (current === 'features') return <FeaturesPart features={settings as Readonly<Record<string, Feature>>} />
  if (current === 'environments') {
    return (
      <>
        {Object.entries(settings).map(([name, facts]) => (
          <Card title={name}>
            <Named facts={facts as TabSettings} />
          </Card>
        ))}
      </>
    )
  }
  return (
    <Card>
      <Named facts={settings} />
    </Card>
  )
}

function Named({ facts }: { facts: TabSettings }) {
  return (
    <Facts
      facts={Object.entries(facts).map(([name, value]) => [
        Object.hasOwn(WORDS, name) ? t(WORDS[name] ?? name) : name,
        describeValue(value),
      ])}
    />
  )
}

function describeValue(value: unknown): Child {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(inOneLine).join(', ')
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return t('none')
  return (
    <ul class="grid gap-1">
      {entries.map(([name, inner]) => (
        <li>
          <code>{name}</code>: {Array.isArray(inner) ? inner.map(inOneLine).join(', ') || t('none') : inOneLine(inner)}
        </li>
      ))}
    </ul>
  )
}

function inOneLine(value: unknown): string {
  if (typeof value === 'object' && value !== null && '$secret' in value) {
    return t('secret {name}', { name: String(value.$secret) })
  }
  if (value === 'set') return t('set')
  if (value === 'not set') return t('not set')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
