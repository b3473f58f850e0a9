import type { Child } from 'hono/jsx'
import type { Content } from '../../../config/pages.ts'
import { Card, PageHeader } from '../../../ui/index.ts'
import { TAB_LABELS, type Tab, type TabSettings } from './tabs.ts'

const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  environment: 'Environment',
  domain: 'Domain',
  migrations: 'Migrations',
  cors: 'Cross-origin requests',
  slowRequests: 'Slow requests (milliseconds by path)',
  auditRetention: 'Audit log (days kept)',
  schemaHash: 'Schema',
  vars: 'Variables',
  overrides: 'Own settings of plugins',
}

/** One tab of the settings, as read from the config. */
export function settingsPage(current: Tab, settings: TabSettings): Content {
  return (
    <>
      <PageHeader title="Settings" description="Settings are code: they are changed in cms.config.ts and deployed." />
      <nav aria-label="Settings" class="flex flex-wrap gap-2">
        {Object.entries(TAB_LABELS).map(([tab, label]) => (
          <a
            class="btn"
            data-variant={tab === current ? 'secondary' : 'ghost'}
            data-size="sm"
            href={`/admin/settings/${tab}`}
            aria-current={tab === current ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {current === 'environments' ? (
        Object.entries(settings).map(([name, facts]) => (
          <Card title={name}>
            <Facts facts={facts as TabSettings} />
          </Card>
        ))
      ) : (
        <Card>
          <Facts facts={settings} />
        </Card>
      )}
    </>
  )
}

function Facts({ facts }: { facts: TabSettings }) {
  return (
    <dl class="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[14rem_1fr]">
      {Object.entries(facts).map(([name, value]) => (
        <>
          <dt class="text-muted-foreground">{WORDS[name] ?? name}</dt>
          <dd class="wrap-anywhere">{valueInWords(value)}</dd>
        </>
      ))}
    </dl>
  )
}

function valueInWords(value: unknown): Child {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return 'none'
  return (
    <ul>
      {entries.map(([name, inner]) => (
        <li>
          <code>{name}</code>: {Array.isArray(inner) ? inner.join(', ') || 'none' : inTheirWords(inner)}
        </li>
      ))}
    </ul>
  )
}

function inTheirWords(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
