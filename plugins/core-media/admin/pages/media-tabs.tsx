/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Tabs, t } from 'lintel/ui'
import type { Rights } from '../library.ts'

/** Tabs of the library's pages. */
export function MediaTabs({ current, rights }: { current: 'library' | 'upload' | 'settings'; rights: Rights }) {
  return (
    <Tabs
      label={t('Media')}
      tabs={[
        { href: '/admin/media/', label: t('Library'), current: current === 'library' },
        ...(rights.upload ? [{ href: '/admin/media/upload', label: t('Upload'), current: current === 'upload' }] : []),
        ...(rights.settings
          ? [{ href: '/admin/media/settings', label: t('Settings'), current: current === 'settings' }]
          : []),
      ]}
    />
  )
}
