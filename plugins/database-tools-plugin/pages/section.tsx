import type { Child, PropsWithChildren } from 'hono/jsx'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { PageHeader, Tabs, t } from 'lintel/ui'
import { settings } from '../settings.ts'

type Name = 'overview' | 'tables' | 'query' | 'migrations' | 'backups' | 'performance'

interface SectionProps {
  readonly c: RequestContext
  readonly current: Name
  readonly title: Child
  readonly description?: Child
  /** Buttons at the top. */
  readonly actions?: Child
}

/** A page of the database tools: its heading, and the ways to the others. */
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

/** What the settings have turned off is not shown. */
function sectionsOf(c: RequestContext): readonly (readonly [Name, string, string])[] {
  const { enableQueryConsole, enableBackups } = settingsOf(c, settings)
  const sections: readonly (readonly [Name, string, string])[] = [
    ['overview', '/admin/database', t('Overview')],
    ['tables', '/admin/database/tables', t('Tables')],
    ['query', '/admin/database/query', t('SQL console')],
    ['migrations', '/admin/database/migrations', t('Migrations')],
    ['backups', '/admin/database/backups', t('Backups')],
    ['performance', '/admin/database/performance', t('Performance')],
  ]
  return sections.filter(([name]) => (name !== 'query' || enableQueryConsole) && (name !== 'backups' || enableBackups))
}
