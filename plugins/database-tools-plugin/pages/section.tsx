/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { PageHeader, Tabs, t } from 'lintel/ui'
import { settings } from '../settings.ts'

export type SectionName = 'overview' | 'tables' | 'query' | 'migrations' | 'backups' | 'performance'

interface SectionProps {
  readonly c: RequestContext
  readonly current: SectionName
  readonly title: Child
  readonly description?: Child
  /** Buttons at the top of the page. */
  readonly actions?: Child
}

/** A page of the database tools: its heading, and links to the other pages. */
export function Section({ c, current, title, description, actions, children }: PropsWithChildren<SectionProps>) {
  return (
    <>
      <PageHeader title={title} description={description}>
        {actions}
      </PageHeader>
      <Tabs
        label={t('Database tools')}
        tabs={sectionsOf(c).map(([name, href, label]) => ({ href, label, current: name === current }))}
      />
      {children}
    </>
  )
}

/** Returns the sections of the tools, without those that the settings turn off. */
function sectionsOf(c: RequestContext): readonly (readonly [SectionName, string, string])[] {
  const { enableQueryConsole, enableBackups } = settingsOf(c, settings)
  const shown = Object.entries(ADDRESSES) as [SectionName, string][] // the keys of this record
  return shown
    .filter(([name]) => (name !== 'query' || enableQueryConsole) && (name !== 'backups' || enableBackups))
    .map(([name, address]) => [name, address, titleOf(name)])
}

const ADDRESSES: Readonly<Record<SectionName, string>> = {
  overview: '/admin/database',
  tables: '/admin/database/tables',
  query: '/admin/database/query',
  migrations: '/admin/database/migrations',
  backups: '/admin/database/backups',
  performance: '/admin/database/performance',
}

/** Returns a section's title in the reader's language. */
export function titleOf(section: SectionName): string {
  const titles: Readonly<Record<SectionName, string>> = {
    overview: t('Overview'),
    tables: t('Tables'),
    query: t('SQL console'),
    migrations: t('Migrations'),
    backups: t('Backups'),
    performance: t('Performance'),
  }
  return titles[section]
}
